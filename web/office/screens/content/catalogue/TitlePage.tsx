import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, type FieldErrors } from '@/api/errors'
import { useAction } from '@/api/useAction'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Alert } from '@/ui/Alert'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { saveTitle, titleQuery } from '../../../api/catalogue'
import { CONTENT } from '../../../api/content'
import { useMay } from '../../../api/me'
import type { TitleForm, TitleView } from '../../../api/types'
import { t } from '../../../i18n/texts'
import { Loaded } from '../../../ui/Loaded'
import { PageHead } from '../../../ui/PageHead'
import { NewerAlert } from '../NewerAlert'
import { DraftSteps } from './DraftSteps'
import { TitleFields } from './TitleFields'

const route = getRouteApi('/member/titles/$provider/$slug')
const ALL = { query: '', state: 'all', collection: '', country: '' } as const

/** A title of the catalogue: its entry, and the steps that the draft of the catalogue can take. */
export function TitlePage() {
  const { provider, slug } = route.useParams()
  const identifier = `${provider}/${slug}`
  return (
    <Loaded query={useQuery(titleQuery(identifier))} isPage>
      {(view) => (
        <>
          <PageHead
            title={view.title.title}
            lead={
              <span className="flex flex-wrap items-center gap-2">
                <Link to="/titles" search={ALL} className="text-link underline-offset-4 hover:underline">
                  {t('titles.title')}
                </Link>
                <span className="font-mono">{identifier}</span>
                {!view.in_force && !view.is_delivered && <Badge tone="warning">{t('titles.new_in_draft')}</Badge>}
              </span>
            }
          />
          <TitleEditor key={identifier} view={view} />
        </>
      )}
    </Loaded>
  )
}

const isSame = (one: TitleForm, other: TitleForm): boolean => JSON.stringify(one) === JSON.stringify(other)

/** A title as it is written. */
export function TitleEditor({ view }: { view: TitleView }) {
  const queryClient = useQueryClient()
  const may = useMay()
  const [seen, setSeen] = useState(view)
  const [title, setTitle] = useState(view.title)
  const [faults, setFaults] = useState<FieldErrors>({})
  // What comes from elsewhere is typed anew into every field.
  const [generation, setGeneration] = useState(0)
  const isChanged = !isSame(title, seen.title)
  const isNewer = view.draft.revision !== seen.draft.revision || view.draft.base !== seen.draft.base
  const adopt = (found: TitleView, kept?: TitleForm) => {
    setSeen(found)
    setTitle(kept ?? found.title)
    if (!isSame(kept ?? found.title, title)) setGeneration(generation + 1)
  }
  // A colleague's save elsewhere in the catalogue takes nothing away from what is typed here.
  if (isNewer && (!isChanged || isSame(view.title, seen.title))) adopt(view, isChanged ? title : undefined)
  const save = useAction({
    run: (sent: TitleForm, { idempotencyKey }) => saveTitle(seen.draft, sent, idempotencyKey),
    onDone: (found) => {
      setFaults({})
      queryClient.setQueryData(titleQuery(found.title.identifier).queryKey, found)
      void queryClient.invalidateQueries({ queryKey: CONTENT })
      adopt(found)
      showToast('successfully', t('content.saved'))
    },
    onError: (error) => {
      setFaults(error instanceof ApiError ? error.fields : {})
      if (!(error instanceof ApiError && error.status === 422)) toastError(error)
      void queryClient.invalidateQueries({ queryKey: CONTENT })
    },
  })
  const isReadOnly = !may('content.edit') || view.draft.due_at !== null
  return (
    <div className="space-y-4">
      {isNewer && isChanged && (
        <NewerAlert onTake={() => adopt(view)} onKeep={() => adopt(view, title)}>
          {t('content.newer', { name: view.draft.saved_by ?? '' })}
        </NewerAlert>
      )}
      {view.is_delivered && <Alert tone="info">{t('titles.delivered_text')}</Alert>}
      <TitleFields key={generation} title={title} view={view} faults={faults} isReadOnly={isReadOnly} onChange={(part) => setTitle({ ...title, ...part })} />
      <div className="flex flex-wrap items-center gap-2">
        {!isReadOnly && (
          <Button
            variant={isChanged ? 'primary' : 'secondary'}
            isDisabled={!isChanged || isNewer}
            pending={save.isPending}
            onPress={() => void save.start(title)}
          >
            {t('content.save')}
          </Button>
        )}
        <DraftSteps draft={view.draft} isChanged={isChanged} />
        {!may('content.edit') && <p className="text-sm text-muted">{t('content.read_only')}</p>}
      </div>
    </div>
  )
}
