import { useState } from 'react'
import type { FieldErrors, Resolver } from 'react-hook-form'
import { usePlayer } from '@/api/session/player'
import { useAction } from '@/api/useAction'
import { ruleText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { brokenCodeRule } from '@/lib/oneTimeCode'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormPasswordField } from '@/ui/form'
import { FormProblem } from '@/ui/FormProblem'
import { useSiteForm } from '@/ui/useSiteForm'
import { disableTwoFactor } from '../api/twoFactor'
import { brokenRecoveryRule, secondFactor } from '../model/secondFactor'
import { CodeField } from './CodeField'

interface TwoFactorOffDialogProps {
  onDone: () => void
  onClose: () => void
}

interface OffValues {
  password: string
  otp_attempt: string
  recovery_code: string
}

const resolverOf =
  (isRecovery: boolean): Resolver<OffValues> =>
  (values) => {
    const errors: FieldErrors<OffValues> = {}
    const field = isRecovery ? 'recovery_code' : 'otp_attempt'
    const broken = isRecovery ? brokenRecoveryRule(values.recovery_code) : brokenCodeRule(values.otp_attempt)
    if (values.password === '') errors.password = { type: 'REQUIRED', message: ruleText('password', 'REQUIRED') }
    if (broken) errors[field] = { type: broken, message: ruleText(field, broken) }
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors }
  }

/** Asks for the password and a code before the second factor is switched off. */
export function TwoFactorOffDialog({ onDone, onClose }: TwoFactorOffDialogProps) {
  const player = usePlayer()
  const [isRecovery, setIsRecovery] = useState(false)
  const field = isRecovery ? 'recovery_code' : 'otp_attempt'
  const { control, formState, onSubmit, refuse, clearErrors } = useSiteForm<OffValues>({
    name: 'two_factor_off',
    defaultValues: { password: '', otp_attempt: '', recovery_code: '' },
    resolver: resolverOf(isRecovery),
  })
  const { start } = useAction({
    run: (values: OffValues, { idempotencyKey }) => disableTwoFactor(values.password, secondFactor(values[field], isRecovery), idempotencyKey),
    onDone,
    onError: (error) => void refuse(error, ['password', field]),
  })
  const submit = onSubmit(start)
  return (
    <Dialog title={t('security.off_title')} size="s" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-5">
        <p className="text-sm text-soft">{t('security.off_text')}</p>
        {/* Password managers look for the account beside the password. */}
        <input type="text" name="username" autoComplete="username" value={player?.email ?? ''} readOnly hidden />
        <FormPasswordField control={control} name="password" label={t('player.password')} autoComplete="current-password" isRequired autoFocus />
        <CodeField key={field} control={control} name={field} isRecovery={isRecovery} />
        <FormProblem text={formState.errors.root?.message} />
        <Button type="submit" variant="danger" size="l" wide pending={formState.isSubmitting}>
          {t('security.switch_off')}
        </Button>
        <Button
          variant="ghost"
          wide
          onPress={() => {
            clearErrors()
            setIsRecovery(!isRecovery)
          }}
        >
          {t(isRecovery ? 'security.use_app' : 'security.use_recovery')}
        </Button>
      </form>
    </Dialog>
  )
}
