import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '@/api/useAction'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField, FormTextField } from '@/ui/form'
import { FormDateField } from '@/ui/FormDateField'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { correctPlayer } from '../../api/playerChanges'
import { PLAYERS } from '../../api/players'
import type { CorrectionBody } from '../../api/types'
import { t } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { emailAddress, required, ruled } from '../../ui/formRules'
import { CORRECTED, correctionOf, type CorrectionValues } from './changeRules'

interface CorrectDialogProps {
  player: number
  onDone: () => void
  onClose: () => void
}

const EMPTY: CorrectionValues = { first_name: '', last_name: '', date_of_birth: '', country: '', email: '', currency: '', reason: '' }

/** Corrects who a player is: only the fields that are filled change. */
export function CorrectDialog({ player, onDone, onClose }: CorrectDialogProps) {
  const queryClient = useQueryClient()
  const { control, formState, onSubmit, refuse, setError } = useSiteForm<CorrectionValues>({
    name: 'office_correction',
    defaultValues: EMPTY,
    resolver: ruled<CorrectionValues>({ email: (typed) => (typed.trim() === '' ? null : emailAddress(typed)), reason: required }),
  })
  const { start, isPending } = useAction({
    run: (body: CorrectionBody, { idempotencyKey }) => correctPlayer(player, body, idempotencyKey),
    onDone: () => {
      showToast('successfully', t('correct.done'))
      void queryClient.invalidateQueries({ queryKey: PLAYERS })
      onDone()
    },
    onError: (error) => refuse(error, [...CORRECTED, 'reason']),
  })
  const submit = onSubmit(async (values) => {
    const body = correctionOf(values)
    if (body) await start(body)
    else setError('root', { message: t('correct.nothing') })
  })
  return (
    <Dialog title={t('correct.title', { id: String(player) })} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        <p className="text-sm text-soft">{t('correct.text')}</p>
        <FormTextField control={control} name="first_name" label={t('player.first_name')} autoComplete="off" />
        <FormTextField control={control} name="last_name" label={t('player.last_name')} autoComplete="off" />
        <FormDateField control={control} name="date_of_birth" label={t('player.born')} />
        <FormTextField control={control} name="email" label={t('email')} help={t('correct.email_help')} type="email" inputMode="email" autoComplete="off" />
        <FormTextField control={control} name="country" label={t('player.country')} help={t('correct.country_help')} autoComplete="off" maxLength={2} />
        <FormTextField control={control} name="currency" label={t('currency')} help={t('correct.currency_help')} autoComplete="off" maxLength={4} />
        <FormLinesField control={control} name="reason" label={t('reason.label')} help={t('reason.help')} autoComplete="off" maxLength={500} isRequired />
        <FormEnd problem={formState.errors.root?.message} confirm={t('correct.save')} isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
