import { useAction } from '@/api/useAction'
import type { Player } from '@/api/types'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { FormPasswordField } from '@/ui/form'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { factorOf } from '../api/factorOf'
import { savePassword } from '../api/savePassword'
import { passwordResolver, type PasswordPair } from '../model/passwordRules'
import { NO_FACTOR, withFactor, type FactorValues } from '../model/secondFactor'
import { FactorFields } from './FactorFields'
import { NewPasswordFields } from './NewPasswordFields'
import { useFactor } from './useFactor'

interface ChangeValues extends PasswordPair, FactorValues {
  current_password: string
}

const EMPTY: ChangeValues = { current_password: '', password: '', password_confirmation: '', ...NO_FACTOR }

interface ChangePasswordFormProps {
  player: Player
  onDone?: () => void
}

/** A new password for a player who knows the current one, and gives a code where the second factor is on. */
export function ChangePasswordForm({ player, onDone }: ChangePasswordFormProps) {
  const choice = useFactor(player.two_factor_enabled)
  const { field } = choice
  const { control, formState, onSubmit, refuse, reset } = useSiteForm<ChangeValues>({
    name: 'change_password',
    defaultValues: EMPTY,
    resolver: withFactor(passwordResolver<ChangeValues>(['current_password']), field),
  })
  const { start } = useAction({
    run: async ({ current_password, password, password_confirmation, ...codes }: ChangeValues, { idempotencyKey }) =>
      savePassword({ current_password, password, password_confirmation, ...(await factorOf(codes, field)) }, idempotencyKey),
    onDone: () => {
      reset(EMPTY)
      showToast('successfully', t('auth.password_changed'), { id: 'password' })
      onDone?.()
    },
    onError: (error) => refuse(error, ['current_password', ...(field && field !== 'passkey' ? [field] : []), 'password', 'password_confirmation']),
  })
  return (
    <form onSubmit={(event) => void onSubmit(start)(event)} noValidate className="space-y-5">
      {/* Password managers look for the account beside the password. */}
      <input type="text" name="username" autoComplete="username" value={player.email} readOnly hidden />
      <FormPasswordField control={control} name="current_password" label={t('auth.current_password')} autoComplete="current-password" isRequired />
      <FactorFields control={control as never} choice={choice} />
      <NewPasswordFields control={control as never} />
      <FormProblem text={formState.errors.root?.message} />
      <Button type="submit" size="l" pending={formState.isSubmitting} className="max-sm:w-full">
        {t('security.change_password')}
      </Button>
    </form>
  )
}
