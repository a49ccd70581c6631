import { useId, type ReactNode } from 'react'
import { ApiError } from '@/api/errors'
import { useAction } from '@/api/useAction'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField } from '@/ui/form'
import { toastError } from '@/ui/toastError'
import { useSiteForm } from '@/ui/useSiteForm'
import { t } from '../i18n/texts'
import { FormEnd } from './FormEnd'
import { required, ruled } from './formRules'

interface ReasonDialogProps {
  title: string
  /** What will happen. */
  text: ReactNode
  /** What the button does. */
  confirm: string
  tone?: 'primary' | 'danger'
  /** What the reason is called, and who reads it. */
  label?: string
  help?: string
  /** Carries it out, under a key that is the same for every try. */
  run: (reason: string, idempotencyKey: string) => Promise<unknown>
  onDone: () => void
  /** Somebody was first: it is told as a toast, and what stands now is shown in place of the dialog. */
  onChanged: () => void
  onClose: () => void
  /** What else has to be chosen, before the reason. */
  children?: ReactNode
  /** What was chosen there. Another choice is another action, which must not bear the key of an undecided one. */
  choice?: string
}

/** Asks for the reason of what is about to be done. What the server has against it stands in the dialog. */
export function ReasonDialog({ title, text, confirm, tone = 'primary', label, help, run, onDone, onChanged, onClose, children, choice }: ReasonDialogProps) {
  const textId = useId()
  const { control, formState, onSubmit, refuse } = useSiteForm<{ reason: string }>({
    name: 'office_reason',
    defaultValues: { reason: '' },
    resolver: ruled<{ reason: string }>({ reason: required }),
  })
  const { start, isPending } = useAction({
    run: ({ reason }: { reason: string; choice: string | undefined }, { idempotencyKey }) => run(reason.trim(), idempotencyKey),
    onDone,
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) {
        toastError(error)
        onChanged()
      } else refuse(error, ['reason'])
    },
  })
  const submit = onSubmit(({ reason }) => start({ reason, choice }))
  return (
    <Dialog title={title} onClose={onClose} size="m">
      <form onSubmit={(event) => void submit(event)} noValidate aria-describedby={textId} className="space-y-4">
        <div id={textId} className="text-sm text-soft">
          {text}
        </div>
        {children}
        <FormLinesField
          control={control}
          name="reason"
          label={label ?? t('reason.label')}
          help={help ?? t('reason.help')}
          autoComplete="off"
          maxLength={500}
          isRequired
          autoFocus
        />
        <FormEnd problem={formState.errors.root?.message} confirm={confirm} tone={tone} isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
