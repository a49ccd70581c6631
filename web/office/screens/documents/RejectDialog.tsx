import { ApiError } from '@/api/errors'
import { useAction } from '@/api/useAction'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField } from '@/ui/form'
import { FormSelect } from '@/ui/FormSelect'
import { toastError } from '@/ui/toastError'
import { useSiteForm } from '@/ui/useSiteForm'
import { rejectDocument } from '../../api/documents'
import type { DocumentRow, RejectReason } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { required, ruled } from '../../ui/formRules'

const REASONS: readonly RejectReason[] = ['illegible', 'incomplete', 'expired', 'mismatch', 'wrong_document', 'altered', 'other']

interface RejectValues {
  reason: RejectReason
  note: string
}

interface RejectDialogProps {
  document: DocumentRow
  onDone: () => void
  /** A colleague was first. */
  onChanged: () => void
  onClose: () => void
}

/** Refuses a document for a reason that the player is told, with a note in the player's language. */
export function RejectDialog({ document, onDone, onChanged, onClose }: RejectDialogProps) {
  const { control, formState, onSubmit, refuse } = useSiteForm<RejectValues>({
    name: 'office_reject',
    defaultValues: { reason: 'illegible', note: '' },
    // What is none of the named reasons has to be told in words.
    resolver: (values, ...rest) => ruled<RejectValues>(values.reason === 'other' ? { note: required } : {})(values, ...rest),
  })
  const { start, isPending } = useAction({
    run: ({ reason, note }: RejectValues, { idempotencyKey }) => rejectDocument(document.id, reason, note.trim() || null, idempotencyKey),
    onDone,
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) {
        toastError(error)
        onChanged()
      } else refuse(error, ['reason', 'note'])
    },
  })
  const submit = onSubmit(start)
  return (
    <Dialog title={t('documents.reject_title')} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        <FormSelect
          control={control}
          name="reason"
          label={t('documents.reason')}
          autoComplete="off"
          options={REASONS.map((id) => ({ id, label: tWord('reject_reason', id) }))}
          isRequired
        />
        <FormLinesField control={control} name="note" label={t('documents.note')} help={t('documents.note_help')} autoComplete="off" maxLength={500} />
        <FormEnd problem={formState.errors.root?.message} confirm={t('documents.reject')} tone="danger" isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
