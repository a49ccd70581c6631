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
import { beginTwoFactor } from '../api/twoFactor'

interface TwoFactorPasswordFormProps {
  onBegun: (enrolment: TwoFactorEnrolment) => void
  onCancel: () => void
}

interface PasswordValues {
  password: string
}

const resolver: Resolver<PasswordValues> = (values) => {
  if (values.password !== '') return { values, errors: {} }
  const errors: FieldErrors<PasswordValues> = { password: { type: 'REQUIRED', message: ruleText('password', 'REQUIRED') } }
  return { values: {}, errors }
}

/** Asks for the password before the second factor is set up. */
export function TwoFactorPasswordForm({ onBegun, onCancel }: TwoFactorPasswordFormProps) {
  const player = usePlayer()
  const { control, formState, onSubmit, refuse } = useSiteForm<PasswordValues>({ name: 'two_factor_password', defaultValues: { password: '' }, resolver })
  const { start } = useAction({
    run: ({ password }: PasswordValues, { idempotencyKey }) => beginTwoFactor(password, idempotencyKey),
    onDone: onBegun,
    onError: (error) => void refuse(error, ['password']),
  })
  const submit = onSubmit(start)
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="max-w-md space-y-5">
      <p className="text-sm text-soft">{t('security.on_text')}</p>
      {/* Password managers look for the account beside the password. */}
      <input type="text" name="username" autoComplete="username" value={player?.email ?? ''} readOnly hidden />
      <FormPasswordField control={control} name="password" label={t('player.password')} autoComplete="current-password" isRequired autoFocus />
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
