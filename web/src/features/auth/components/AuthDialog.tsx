import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useBrand } from '@/api/info/brand'
import { Text, t } from '@/i18n/messages'
import type { ModalProps } from '@/lib/modal'
import { Dialog } from '@/ui/Dialog'
import { TextLink } from '@/ui/Link'
import { showToast } from '@/ui/toast'
import { AuthAside } from './AuthAside'
import { SignInForm } from './SignInForm'
import { SignUpForm } from './SignUpForm'

const SIGN_UP_PATHS = ['/sign-up', '/registration']

/** Sign-in and sign-up: one dialog with two faces, so that changing between them keeps the address typed. */
export function AuthDialog({ path, search, close, leaveTo }: ModalProps) {
  const navigate = useNavigate()
  const brand = useBrand()
  const [email, setEmail] = useState('')
  const isSignUp = SIGN_UP_PATHS.includes(path)
  const title = t(isSignUp ? 'auth.sign_up_title' : 'auth.sign_in_title', { brand })

  const enter = (welcome: string) => {
    showToast('successfully', welcome, { id: 'welcome' })
    if (search.redirect) leaveTo(search.redirect)
    else close()
  }
  const other = (words: string) => (
    <TextLink
      to={isSignUp ? '/sign-in' : '/sign-up'}
      search={(search.redirect ? { redirect: search.redirect } : {}) as object}
      replace
      className="font-semibold"
    >
      {words}
    </TextLink>
  )
  return (
    <Dialog title={title} titleHidden onClose={close} size="l">
      <div className="grid md:min-h-[580px] md:grid-cols-[320px_1fr]">
        <AuthAside />
        <div className="px-5 pt-6 pb-[max(24px,env(safe-area-inset-bottom))] md:self-center md:px-10 md:py-9">
          <p aria-hidden="true" className="pr-12 font-display text-2xl font-semibold">
            {title}
          </p>
          <p className="mt-1.5 mb-6 text-sm text-soft">
            <Text k={isSignUp ? 'auth.has_account' : 'auth.no_account'} parts={{ link: other }} />
          </p>
          {isSignUp ? (
            <SignUpForm
              email={email}
              onEmail={setEmail}
              onDone={() => enter(t('auth.welcome', { brand }))}
              onKnownEmail={() => void navigate({ to: '/sign-in', search: search as object, replace: true })}
            />
          ) : (
            <SignInForm email={email} onEmail={setEmail} onDone={() => enter(t('auth.welcome_back'))} />
          )}
        </div>
      </div>
    </Dialog>
  )
}
