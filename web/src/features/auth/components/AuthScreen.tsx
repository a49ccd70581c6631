import type { ModalProps } from '@/platform/modal'
import { AuthDialog } from './AuthDialog'
import { EmailVerifyDialog } from './EmailVerifyDialog'
import { NewPasswordDialog } from './NewPasswordDialog'

/** What is asked before or beside an account: one screen, so that each of its dialogs takes the place of the one before. */
export function AuthScreen(props: ModalProps) {
  if (props.path === '/new-password') return <NewPasswordDialog {...props} />
  if (props.path === '/email-verify') return <EmailVerifyDialog {...props} />
  return <AuthDialog {...props} />
}
