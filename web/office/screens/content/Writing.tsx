import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAction } from '@/api/useAction'
import { Button } from '@/ui/Button'
import { Alert } from '@/ui/Alert'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { CONTENT, contentQuery, discardDraft, saveDraft, unscheduleDraft, useFaults } from '../../api/content'
import { useMay } from '../../api/me'
import type { ContentDocument } from '../../api/types'
import { t } from '../../i18n/texts'
import { Time } from '../../ui/Time'
import { MediaPicker } from '../../ui/media/MediaPicker'
import { namedIn } from '../../ui/media/naming'
import { inLanguage, languageOf } from '../../ui/documentAddresses'
import { CostLead } from './cost/CostLead'
import { isEstimated, isTried } from './cost/costModel'
import { DryRunLead } from './cost/DryRunLead'
import type { EditorHandle } from './CodeEditor'
import { Editor } from './Editor'
import { Faults } from './Faults'
import { isNewer, permissionFor, seenOf, textOf, type Seen } from './draft'
import { PublishDialog } from './PublishDialog'
import { NewerAlert } from './NewerAlert'

/** A document as it is written: the text, what is wrong with it, and the steps that it can take. */
export function Writing({ document }: { document: ContentDocument }) {
  const queryClient = useQueryClient()
  const may = useMay()
  const { path, group, format, draft, in_force } = document
  const [seen, setSeen] = useState<Seen>(() => seenOf(document))
  const [text, setText] = useState(() => textOf(document))
  // Another text from elsewhere is another editor; one's own stays where the cursor is.
  const [generation, setGeneration] = useState(0)
  const editor = useRef<EditorHandle>(null)
  const [isPublishing, setPublishing] = useState(false)
  // A draft that is gone takes its dialog along; the next one begins without.
  if (isPublishing && !draft) setPublishing(false)
  const [comparing, setComparing] = useState(false)
  const isChanged = text !== seen.text
  const newer = isNewer(document, seen)
  const adopt = (found: ContentDocument, kept?: string) => {
    setSeen(seenOf(found))
    const next = kept ?? textOf(found)
    if (next !== text) setGeneration(generation + 1)
    setText(next)
    setComparing(false)
  }
  // What a colleague has saved is shown at once, unless something of one's own would be lost.
  if (newer && !isChanged) adopt(document)

  const took = (found: ContentDocument) => {
    queryClient.setQueryData(contentQuery(path).queryKey, found)
    void queryClient.invalidateQueries({ queryKey: CONTENT })
    adopt(found)
  }
  const onError = (error: unknown) => {
    toastError(error)
    void queryClient.invalidateQueries({ queryKey: CONTENT })
  }
  const save = useAction({
    run: (_: void, { idempotencyKey }) => saveDraft({ path, base: seen.base, revision: seen.revision, body: text }, idempotencyKey),
    onDone: (found) => {
      took(found)
      showToast('successfully', t('content.saved'))
    },
    onError,
  })
  const discard = useAction({ run: (_: void, { idempotencyKey }) => discardDraft(path, seen.revision, idempotencyKey), onDone: took, onError })
  const unschedule = useAction({ run: (_: void, { idempotencyKey }) => unscheduleDraft(path, idempotencyKey), onDone: took, onError })

  const mayEdit = may(permissionFor('edit', group))
  const mayPublish = may(permissionFor('publish', group))
  const isScheduled = Boolean(draft?.due_at)
  const canWrite = mayEdit && !isScheduled
  const faults = useFaults(draft ? [{ path, revision: draft.revision }] : [])
  const found = faults.data ?? []
  const needsColleague = group !== 'content' && draft?.is_own === true
  return (
    <div className="space-y-4">
      {draft?.due_at && (
        <Alert tone="info">
          {t('content.waits_until')} <Time at={draft.due_at} /> · {draft.scheduled_by}: {draft.reason}
        </Alert>
      )}
      {draft?.fault && <Alert tone="danger">{t('content.was_not_published', { fault: draft.fault })}</Alert>}
      {newer && isChanged && (
        <NewerAlert onCompare={() => setComparing(!comparing)} onTake={() => adopt(document)} onKeep={() => adopt(document, text)}>
          {t('content.newer', { name: draft?.saved_by ?? in_force.published_by ?? '' })}
        </NewerAlert>
      )}
      {comparing && newer && <Editor label={t('content.compare')} text={text} original={textOf(document)} format={format} />}
      <Faults faults={draft ? found : []} path={path} />
      <Editor
        key={`${generation} ${String(canWrite)}`}
        label={path}
        text={text}
        format={format}
        marked={isChanged ? [] : found.filter((fault) => fault.path === path).flatMap(({ line }) => line ?? [])}
        onChange={canWrite ? setText : undefined}
        handle={editor}
      />
      <div className="flex flex-wrap items-center gap-2">
        {canWrite && (
          <Button variant={isChanged ? 'primary' : 'secondary'} isDisabled={!isChanged || newer} pending={save.isPending} onPress={() => void save.start()}>
            {t('content.save')}
          </Button>
        )}
        {mayPublish && draft && !isScheduled && (
          <Button
            variant={isChanged ? 'secondary' : 'primary'}
            isDisabled={isChanged || found.length > 0 || needsColleague || !faults.data}
            onPress={() => setPublishing(true)}
          >
            {t('content.publish')}
          </Button>
        )}
        {mayPublish && isScheduled && (
          <Button variant="secondary" pending={unschedule.isPending} onPress={() => void unschedule.start()}>
            {t('content.unschedule')}
          </Button>
        )}
        {canWrite && draft && (
          <Button variant="ghost" pending={discard.isPending} onPress={() => void discard.start()}>
            {t('content.discard')}
          </Button>
        )}
        {canWrite && !path.startsWith('mails/') && <MediaPicker onPick={(medium) => editor.current?.insert(namedIn(path, format, medium))} />}
        {needsColleague && mayPublish && <p className="text-sm text-muted">{t('content.needs_colleague')}</p>}
        {!mayEdit && <p className="text-sm text-muted">{t('content.read_only')}</p>}
      </div>
      {draft && isEstimated(path) && <CostLead path={path} revision={draft.revision} />}
      {draft && isTried(path) && may('risk.edit') && <DryRunLead path={path} revision={draft.revision} />}
      <English document={document} />
      {isPublishing && draft && <PublishDialog path={path} revision={draft.revision} onClose={() => setPublishing(false)} />}
    </div>
  )
}

/** The English text beside a translation. */
function English({ document: { path, format } }: { document: ContentDocument }) {
  const language = languageOf(path)
  const source = language === null || language === 'en' ? null : inLanguage(path, 'en')
  const { data } = useQuery({ ...contentQuery(source ?? path), enabled: source !== null })
  const text = data?.draft?.body ?? data?.in_force.body
  if (source === null || !text) return null
  return (
    <section aria-label={t('content.english')}>
      <h2 className="mb-2 text-base font-semibold">{t('content.english')}</h2>
      <Editor key={`${source} ${data?.draft?.revision ?? 0}`} label={t('content.english')} text={text} format={format} />
    </section>
  )
}
