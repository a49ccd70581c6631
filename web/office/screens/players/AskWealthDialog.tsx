import { ApiError } from '@/api/errors'
import { useAction } from '@/api/useAction'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField } from '@/ui/form'
import { FormSelect } from '@/ui/FormSelect'
import { toastError } from '@/ui/toastError'
import { useSiteForm } from '@/ui/useSiteForm'
import type { WealthRequest } from '../../api/wealth'
import { t } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { required, ruled } from '../../ui/formRules'

/** How many days a player may be given. */
const DAYS = ['7', '14', '30', '60', '90'] as const

interface AskValues {
  days: (typeof DAYS)[number]
  note: string
}

interface AskWealthDialogProps {
  title: string
  /** Asks, under a key that is the same for every try. */
  run: (request: WealthRequest, idempotencyKey: string) => Promise<unknown>
  onDone: () => void
  /** Somebody was first: what stands now is shown in place of the dialog. */
  onChanged: () => void
  onClose: () => void
}

/** Asks a player about the source of wealth: until when, and what the player reads with it. */
export function AskWealthDialog({ title, run, onDone, onChanged, onClose }: AskWealthDialogProps) {
  const { control, formState, onSubmit, refuse } = useSiteForm<AskValues>({
    name: 'office_wealth',
    defaultValues: { days: '14', note: '' },
    resolver: ruled<AskValues>({ note: required }),
  })
  const { start, isPending } = useAction({
    run: ({ days, note }: AskValues, { idempotencyKey }) => run({ days: Number(days), note: note.trim() }, idempotencyKey),
    onDone,
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) {
        toastError(error)
        onChanged()
      } else refuse(error, ['days', 'note'])
    },
  })
  const submit = onSubmit(start)
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        <p className="text-sm text-soft">{t('wealth.ask_text')}</p>
        <FormSelect
          control={control}
          name="days"
          label={t('wealth.days')}
          autoComplete="off"
          options={DAYS.map((id) => ({ id, label: t('wealth.days_of', { days: id }) }))}
          isRequired
        />
        <FormLinesField
          control={control}
          name="note"
          label={t('documents.note')}
          help={t('documents.note_help')}
          autoComplete="off"
          maxLength={500}
          isRequired
        />
        <FormEnd problem={formState.errors.root?.message} confirm={t('wealth.ask')} isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
