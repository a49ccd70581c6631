import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { useAction } from '@/api/useAction'
import { Button } from '@/ui/Button'
import { Alert } from '@/ui/Alert'
import { toastError } from '@/ui/toastError'
import { CONTENT, discardDraft, unscheduleDraft, useFaults } from '../../../api/content'
import { useMay } from '../../../api/me'
import type { CatalogueDraft } from '../../../api/types'
import { t } from '../../../i18n/texts'
import { Time } from '../../../ui/Time'
import { PublishDialog } from '../PublishDialog'

/** How the document behind a screen stands, and the steps that its draft can take. */
export function DraftSteps({ draft, isChanged }: { draft: CatalogueDraft; isChanged: boolean }) {
  const queryClient = useQueryClient()
  const may = useMay()
  const [isPublishing, setPublishing] = useState(false)
  const { path, revision } = draft
  const found = useFaults(revision > 0 ? [{ path, revision }] : [])
  const refresh = () => void queryClient.invalidateQueries({ queryKey: CONTENT })
  const onError = (error: unknown) => {
    toastError(error)
    refresh()
  }
  const discard = useAction({ run: (_: void, { idempotencyKey }) => discardDraft(path, revision, idempotencyKey), onDone: refresh, onError })
  const unschedule = useAction({ run: (_: void, { idempotencyKey }) => unscheduleDraft(path, idempotencyKey), onDone: refresh, onError })
  const isScheduled = draft.due_at !== null
  return (
    <>
      {draft.unreadable && <Alert tone="danger">{t('catalogue.unreadable', { why: draft.unreadable })}</Alert>}
      {revision > 0 && may('content.publish') && !isScheduled && (
        <Button
          variant={isChanged ? 'secondary' : 'primary'}
          isDisabled={isChanged || draft.is_own || !found.data || found.data.length > 0}
          onPress={() => setPublishing(true)}
        >
          {t('content.publish')}
        </Button>
      )}
      {may('content.publish') && isScheduled && (
        <Button variant="secondary" pending={unschedule.isPending} onPress={() => void unschedule.start()}>
          {t('content.unschedule')}
        </Button>
      )}
      {revision > 0 && may('content.edit') && !isScheduled && (
        <Button variant="ghost" pending={discard.isPending} onPress={() => void discard.start()}>
          {t('content.discard')}
        </Button>
      )}
      <Link
        to="/content/document/$"
        params={{ _splat: path.replace(/\.toml$/, '') }}
        search={{ view: revision > 0 ? 'changes' : 'history' }}
        className="text-sm text-link underline-offset-4 hover:underline"
      >
        {t('catalogue.text')}
      </Link>
      {draft.due_at && (
        <p className="text-sm text-muted">
          {t('content.waits_until')} <Time at={draft.due_at} />
        </p>
      )}
      {draft.saved_by && draft.saved_at && !isScheduled && (
        <p className="text-sm text-muted">
          {t('content.state_draft')}: {draft.saved_by} · <Time at={draft.saved_at} />
        </p>
      )}
      {draft.fault && <p className="w-full text-sm text-danger-text">{t('content.was_not_published', { fault: draft.fault })}</p>}
      {found.data?.map(({ path: place, message }) => (
        <p key={`${place ?? ''} ${message}`} role="alert" className="w-full text-sm break-words text-danger-text">
          {place} {message}
        </p>
      ))}
      {draft.is_own && may('content.publish') && !isScheduled && <p className="text-sm text-muted">{t('content.needs_colleague')}</p>}
      {isPublishing && <PublishDialog path={path} revision={revision} onClose={() => setPublishing(false)} />}
    </>
  )
}
