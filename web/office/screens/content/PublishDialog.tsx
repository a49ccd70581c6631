import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApiError } from '@/api/errors'
import { useAction } from '@/api/useAction'
import { errorText } from '@/i18n/errorText'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField, FormTextField } from '@/ui/form'
import { FormSelect } from '@/ui/FormSelect'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { CONTENT, publishDrafts, useContentList, useFaults } from '../../api/content'
import type { DraftChoice } from '../../api/types'
import { t } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { required, ruled, type BrokenRule } from '../../ui/formRules'
import { Faults } from './Faults'
import { OtherDrafts } from './OtherDrafts'
import { sinceTicked, useTogether } from './together'

interface PublishDialogProps {
  path: string
  /** The revision that the draft has now. */
  revision: number
  onClose: () => void
}

/** Puts a draft in force, at once or at a time, alone or together with others. */
export function PublishDialog({ path, revision, onClose }: PublishDialogProps) {
  const textId = useId()
  // What is published is what was looked at: the draft as it was when the dialog opened.
  const [own] = useState<DraftChoice>({ path, revision })
  const { data: rows, isFetchedAfterMount } = useContentList()
  const { drafts, ticked, toggle } = useTogether(path, rows)
  const chosen = [own, ...ticked]
  const { faults, isSound, error, judgeAgain } = useJudgement(chosen)
  const { control, when, problem, submit, isPending } = usePublishForm(chosen, onClose)
  const row = rows?.find((one) => one.path === path)
  // A colleague who scheduled it has left its revision as it was. A list from before the dialog may not know the draft yet.
  const isTaken = isFetchedAfterMount && row !== undefined && row.state !== 'draft'
  const isOwnChanged = own.revision !== revision || isTaken
  const isStale = isOwnChanged || ticked.some((draft) => sinceTicked(draft, drafts) !== 'same')
  return (
    <Dialog title={t('publish.title')} onClose={onClose} size="m">
      <form onSubmit={(event) => void submit(event)} noValidate aria-describedby={textId} className="space-y-4">
        <p id={textId} className="text-sm text-soft">
          {t('publish.text')}
        </p>
        <OtherDrafts label={t('publish.together')} drafts={drafts} ticked={ticked} onToggle={toggle} />
        <FormSelect
          control={control}
          name="when"
          label={t('publish.when')}
          autoComplete="off"
          options={WHEN.map((id) => ({ id, label: t(`publish.when_${id}`) }))}
          isRequired
        />
        {when === 'later' && (
          <FormTextField control={control} name="at" type="datetime-local" label={t('publish.at')} help={t('publish.at_help')} autoComplete="off" isRequired />
        )}
        <FormLinesField
          control={control}
          name="reason"
          label={t('publish.reason')}
          help={t('publish.reason_help')}
          autoComplete="off"
          maxLength={500}
          isRequired
          autoFocus
        />
        {isOwnChanged && <Alert tone="danger">{t('publish.own_changed')}</Alert>}
        <Faults faults={faults} path={path} />
        {/* A stale revision is not judged, and is told above. */}
        {error !== null && !isStale && <NotJudged error={error} onRetry={judgeAgain} />}
        <FormEnd
          problem={problem}
          confirm={t(when === 'now' ? 'content.publish' : 'publish.schedule')}
          isPending={isPending}
          isDisabled={!isSound || isStale}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}

/** Why nobody knows whether the drafts load. */
function NotJudged({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const retry = (
    <Button variant="secondary" size="s" icon="refresh" onPress={onRetry}>
      {t('state.retry')}
    </Button>
  )
  return (
    <Alert tone="danger" action={retry}>
      {errorText(error)}
    </Alert>
  )
}

/** What is wrong with drafts. The faults of an earlier choice stay in sight until the next one is judged. */
function useJudgement(chosen: readonly DraftChoice[]) {
  const { data, error, isFetching, refetch } = useFaults(chosen)
  const [last, setLast] = useState(data)
  if (data && data !== last) setLast(data)
  const faults = data ?? last ?? []
  return { faults, isSound: data?.length === 0 && error === null && !isFetching, error, judgeAgain: () => void refetch() }
}

const WHEN = ['now', 'later'] as const

interface PublishValues {
  when: (typeof WHEN)[number]
  at: string
  reason: string
}

/** Which rule the time breaks. A browser tells a time of which a part is missing as none, so none never means now. */
function brokenTime({ when, at }: PublishValues): BrokenRule | null {
  if (when === 'now') return null
  if (at === '') return 'REQUIRED'
  return new Date(at).getTime() > Date.now() ? null : 'INVALID'
}

/** What the server is asked: all of it goes into the action's input, so that another choice is another action. */
interface Publication {
  documents: readonly DraftChoice[]
  at: string | null
  reason: string
}

function usePublishForm(chosen: readonly DraftChoice[], onClose: () => void) {
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: CONTENT })
  const { control, formState, onSubmit, refuse, watch } = useSiteForm<PublishValues>({
    name: 'office_publish',
    defaultValues: { when: 'now', at: '', reason: '' },
    resolver: (values, context, options) => ruled<PublishValues>({ at: () => brokenTime(values), reason: required })(values, context, options),
  })
  const { start, isPending } = useAction({
    run: ({ documents, reason, at }: Publication, { idempotencyKey }) => publishDrafts(documents, reason, at, idempotencyKey),
    onDone: (_, { at }) => {
      showToast('successfully', t(at === null ? 'publish.done' : 'publish.scheduled'))
      onClose()
      refresh()
    },
    onError: (error) => {
      refuse(error, ['at', 'reason'])
      // The dialog stays, with the reason in it, and shows what stands now and what is wrong with it.
      if (error instanceof ApiError && error.status === 409) refresh()
    },
  })
  const submit = onSubmit(({ when, at, reason }) => start({ documents: chosen, at: when === 'now' ? null : new Date(at).toISOString(), reason: reason.trim() }))
  return { control, when: watch('when'), problem: formState.errors.root?.message, submit, isPending }
}
