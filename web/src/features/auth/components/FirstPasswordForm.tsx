import { useQueryClient } from '@tanstack/react-query'
import { playerQuery } from '@/api/session/player'
import type { Player } from '@/api/types'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { saveFirstPassword } from '../api/savePassword'
import { passwordResolver, type PasswordPair } from '../model/passwordRules'
import { NewPasswordFields } from './NewPasswordFields'

/** The first password of a player whose account was made without a form. */
export function FirstPasswordForm({ player }: { player: Player }) {
  const client = useQueryClient()
  const { control, formState, onSubmit, refuse } = useSiteForm<PasswordPair>({
    name: 'first_password',
    defaultValues: { password: '', password_confirmation: '' },
    resolver: passwordResolver<PasswordPair>(),
  })
  const { start } = useAction({
    run: ({ password, password_confirmation }: PasswordPair, { idempotencyKey }) => saveFirstPassword({ password, password_confirmation }, idempotencyKey),
    onDone: () => {
      showToast('successfully', t('complete.password_chosen'), { id: 'password' })
      void client.invalidateQueries({ queryKey: playerQuery.queryKey })
    },
    onError: (error) => refuse(error, ['password', 'password_confirmation']),
  })
  return (
    <form onSubmit={(event) => void onSubmit(start)(event)} noValidate className="space-y-5">
      {/* Password managers look for the account beside the password. */}
      <input type="text" name="username" autoComplete="username" value={player.email} readOnly hidden />
      <NewPasswordFields control={control} />
      <FormProblem text={formState.errors.root?.message} />
      <Button type="submit" size="l" pending={formState.isSubmitting} className="max-sm:w-full">
        {t('complete.choose_password')}
      </Button>
    </form>
  )
}
