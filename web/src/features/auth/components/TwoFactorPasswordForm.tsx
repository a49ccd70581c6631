import type { FieldErrors, Resolver } from 'react-hook-form'
import { usePlayer } from '@/api/session/player'
import type { TwoFactorEnrolment } from '@/api/types'
import { useAction } from '@/api/useAction'
import { ruleText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { FormPasswordField } from '@/ui/form'
import { FormProblem } from '@/ui/FormProblem'
import { useSiteForm } from '@/ui/useSiteForm'
import { factorOf } from '../api/factorOf'
import { beginTwoFactor } from '../api/twoFactor'
import { NO_FACTOR, withFactor, type FactorValues } from '../model/secondFactor'
import { FactorFields } from './FactorFields'
import { useFactor } from './useFactor'

interface TwoFactorPasswordFormProps {
  onBegun: (enrolment: TwoFactorEnrolment) => void
  onCancel: () => void
}

interface PasswordValues extends FactorValues {
  password: string
}

const resolver: Resolver<PasswordValues> = (values) => {
  if (values.password !== '') return { values, errors: {} }
  const errors: FieldErrors<PasswordValues> = { password: { type: 'REQUIRED', message: ruleText('password', 'REQUIRED') } }
  return { values: {}, errors }
}

/** Asks for the password before the app is set up, and for what else sign-in asks for. */
export function TwoFactorPasswordForm({ onBegun, onCancel }: TwoFactorPasswordFormProps) {
  const player = usePlayer()
  const choice = useFactor(player?.two_factor_enabled ?? false)
  const { control, formState, onSubmit, refuse } = useSiteForm<PasswordValues>({
    name: 'two_factor_password',
    defaultValues: { password: '', ...NO_FACTOR },
    resolver: withFactor(resolver, choice.field),
  })
  const { start } = useAction({
    run: async ({ password, ...codes }: PasswordValues, { idempotencyKey }) =>
      beginTwoFactor({ password, ...(await factorOf(codes, choice.field)) }, idempotencyKey),
    onDone: onBegun,
    onError: (error) => void refuse(error, ['password', ...(choice.field && choice.field !== 'passkey' ? [choice.field] : [])]),
  })
  const submit = onSubmit(start)
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="max-w-md space-y-5">
      <p className="text-sm text-soft">{t('security.on_text')}</p>
      {/* Password managers look for the account beside the password. */}
      <input type="text" name="username" autoComplete="username" value={player?.email ?? ''} readOnly hidden />
      <FormPasswordField control={control} name="password" label={t('player.password')} autoComplete="current-password" isRequired autoFocus />
      <FactorFields control={control as never} choice={choice} />
      <FormProblem text={formState.errors.root?.message} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={formState.isSubmitting}>
          {t('auth.reauth_confirm')}
        </Button>
        <Button variant="ghost" onPress={onCancel}>
          {t('security.cancel')}
        </Button>
      </div>
    </form>
  )
}
