import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { appCode } from '@/domain/oneTimeCode'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { Alert } from '@/ui/Alert'
import { useSiteForm } from '@/ui/useSiteForm'
import { renewRecoveryCodes } from '../api/twoFactor'
import { CodeField } from './CodeField'
import { codeResolver } from './TwoFactorSetUp'

interface RenewCodesFormProps {
  /** The codes of the set-up have never come. */
  isLost?: boolean
  onRenewed: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Draws new recovery codes by a code of the app. */
export function RenewCodesForm({ isLost = false, onRenewed, onCancel }: RenewCodesFormProps) {
  const { control, formState, onSubmit, refuse } = useSiteForm<{ otp_attempt: string }>({
    name: 'recovery_codes',
    defaultValues: { otp_attempt: '' },
    resolver: codeResolver,
  })
  const { start } = useAction({
    run: ({ otp_attempt }: { otp_attempt: string }, { idempotencyKey }) =>
      renewRecoveryCodes({ otp_attempt: appCode(otp_attempt) ?? otp_attempt }, idempotencyKey),
    onDone: onRenewed,
    onError: (error) => void refuse(error, ['otp_attempt']),
  })
  const submit = onSubmit(start)
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-5">
      {isLost ? <Alert tone="warning">{t('security.codes_lost')}</Alert> : <p className="text-sm text-soft">{t('security.renew_text')}</p>}
      <CodeField control={control} name="otp_attempt" autoFocus />
      <FormProblem text={formState.errors.root?.message} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={formState.isSubmitting}>
          {t('security.renew')}
        </Button>
        <Button variant="ghost" onPress={onCancel}>
          {t('security.cancel')}
        </Button>
      </div>
    </form>
  )
}
