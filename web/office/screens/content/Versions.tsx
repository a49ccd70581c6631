import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { CONTENT, contentQuery, restoreVersion, useVersions, useVersionText } from '../../api/content'
import type { List } from '../../api/lists'
import { useMay } from '../../api/me'
import type { ContentDocument, ContentVersion } from '../../api/types'
import { t } from '../../i18n/texts'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { Loaded, State } from '../../ui/Loaded'
import { Time } from '../../ui/Time'
import { permissionFor } from './draft'
import { Editor } from './Editor'

const route = getRouteApi('/member/content/document/$')
const TONE = { draft: 'warning', scheduled: 'info', published: 'success', superseded: 'neutral', discarded: 'neutral' } as const

/** The folder's text stands for version 0, which has no row of its own. */
type Row = Pick<ContentVersion, 'version'> & Partial<ContentVersion>

/** The versions of a document: each can be looked at, and its text brought back. */
export function Versions({ document }: { document: ContentDocument }) {
  const found = useVersions(document.path)
  const [shown, setShown] = useState<number | null>(null)
  const rows: Row[] | undefined = found.data && [...found.data.versions, { version: 0 }]
  const list: List<Row> = {
    rows,
    error: found.error,
    hasMore: false,
    isAskingForMore: false,
    askForMore: () => undefined,
    askAgain: () => void found.refetch(),
  }
  const look: ListColumn<Row> = {
    label: t('staff.actions'),
    align: 'end',
    cell: ({ version }) => (
      <Button size="s" variant="secondary" onPress={() => setShown(version)}>
        {t('versions.show')}
      </Button>
    ),
  }
  return (
    <>
      <ListTable
        label={t('content.view_history')}
        list={list}
        columns={[...columns(found.data?.in_folder ?? true), look]}
        rowKey={({ version }) => String(version)}
        empty={<State icon="history" title={t('content.no_changes')} />}
      />
      {shown !== null && <VersionDialog document={document} version={shown} onClose={() => setShown(null)} />}
    </>
  )
}

function VersionDialog({ document, version, onClose }: { document: ContentDocument; version: number; onClose: () => void }) {
  const { path, format, in_force, draft, group } = document
  const text = useVersionText(path, version)
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const may = useMay()
  const { start, isPending } = useAction({
    run: (_: void, { idempotencyKey }) => restoreVersion(path, version, idempotencyKey),
    onDone: (changed) => {
      queryClient.setQueryData(contentQuery(path).queryKey, changed)
      void queryClient.invalidateQueries({ queryKey: CONTENT })
      showToast('successfully', t('versions.restored'))
      void navigate({ search: { view: 'text' } })
    },
    onError: (error) => {
      toastError(error)
      void queryClient.invalidateQueries({ queryKey: CONTENT })
      onClose()
    },
  })
  const canRestore = may(permissionFor('edit', group)) && !draft && version !== in_force.version
  return (
    <Dialog title={t('versions.title', { version })} size="l" onClose={onClose}>
      <div className="space-y-4">
        <Loaded query={text}>
          {({ body }) =>
            body === null ? (
              <State icon="warning" title={t('versions.not_there')} />
            ) : (
              <Editor
                label={t('versions.title', { version })}
                text={body}
                original={version === in_force.version ? undefined : (in_force.body ?? '')}
                format={format}
              />
            )
          }
        </Loaded>
        <p className="text-sm text-muted">{t(draft ? 'versions.draft_open' : 'versions.text')}</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onPress={onClose}>
            {t('cancel')}
          </Button>
          {canRestore && (
            <Button pending={isPending} onPress={() => void start()}>
              {t('versions.restore')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

const columns = (inFolder: boolean): ListColumn<Row>[] => [
  { label: t('versions.version'), cell: ({ version }) => (version === 0 ? t(inFolder ? 'content.state_folder' : 'versions.not_there') : String(version)) },
  { label: t('content.state'), cell: ({ state }) => (state ? <Badge tone={TONE[state]}>{t(`version.${state}`)}</Badge> : '–') },
  {
    label: t('versions.written'),
    wideOnly: true,
    cell: ({ saved_at, saved_by }) =>
      saved_at ? (
        <>
          {saved_by} · <Time at={saved_at} />
        </>
      ) : (
        '–'
      ),
  },
  {
    label: t('versions.published'),
    wideOnly: true,
    cell: ({ published_at, published_by, reason }) =>
      published_at ? (
        <>
          <p>
            {published_by} · <Time at={published_at} />
          </p>
          <p className="text-xs break-words text-muted">{reason}</p>
        </>
      ) : (
        '–'
      ),
  },
]
