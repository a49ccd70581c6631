import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { usePlayer } from '@/api/session/player'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import type { ModalProps } from '@/platform/modal'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { ButtonLink } from '@/ui/Link'
import { Alert } from '@/ui/Alert'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { recheckSession } from '../api/recheckSession'
import { savePassword } from '../api/savePassword'
import { passwordResolver, type PasswordPair } from '../model/passwordRules'
import { AuthFrame } from './AuthFrame'
import { ChangePasswordForm } from './ChangePasswordForm'
import { NewPasswordFields } from './NewPasswordFields'

const TOKEN = 'reset_password_token'

/** Choosing a new password: with the link of a mail, or, for a player who is signed in, with the current one. */
export function NewPasswordDialog({ search, close }: ModalProps) {
  const player = usePlayer()
  const token = search[TOKEN]
  if (token) {
    return (
      <AuthFrame title={t('auth.new_password_title')} lead={t('auth.new_password_text')} onClose={close}>
        <ResetForm token={token} />
      </AuthFrame>
    )
  }
  if (player) {
    return (
      <AuthFrame title={t('auth.new_password_title')} lead={t('security.password_text')} onClose={close}>
        <ChangePasswordForm player={player} onDone={close} />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('auth.new_password_title')} onClose={close}>
      <div className="space-y-5">
        <Alert>{t('auth.link_missing')}</Alert>
        <AskAgain />
      </div>
    </AuthFrame>
  )
}

function AskAgain() {
  return (
    <ButtonLink to={'/remind'} search={{}} replace variant="secondary" size="l" wide>
      {t('auth.link_again')}
    </ButtonLink>
  )
}

function ResetForm({ token }: { token: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { control, formState, onSubmit, refuse } = useSiteForm<PasswordPair>({
    name: 'new_password',
    defaultValues: { password: '', password_confirmation: '' },
    resolver: passwordResolver(),
  })
  const { start } = useAction({
    run: async (values: PasswordPair, { idempotencyKey }) => {
      await savePassword({ ...values, [TOKEN]: token }, idempotencyKey)
      await recheckSession(client)
    },
    onDone: () => {
      showToast('successfully', t('auth.password_saved'), { id: 'password' })
      void navigate({ to: '/sign-in', search: {}, replace: true })
    },
    onError: (error) => refuse(error, ['password', 'password_confirmation']),
  })
  const problem = formState.errors.root?.message
  return (
    <form onSubmit={(event) => void onSubmit(start)(event)} noValidate className="space-y-5">
      <NewPasswordFields control={control} autoFocus />
      <FormProblem text={problem} />
      <Button type="submit" size="l" wide pending={formState.isSubmitting}>
        {t('auth.save_password')}
      </Button>
      {problem && <AskAgain />}
    </form>
  )
}
