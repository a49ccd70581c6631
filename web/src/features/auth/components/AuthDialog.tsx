import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useBrand } from '@/api/info/brand'
import { Text, t, type MessageKey } from '@/i18n/messages'
import type { ModalProps } from '@/platform/modal'
import { TextLink } from '@/ui/Link'
import { showToast } from '@/ui/toast'
import { AuthFrame } from './AuthFrame'
import { ProviderButtons } from './ProviderButtons'
import { RegistrationGifts } from './RegistrationGifts'
import { RemindForm } from './RemindForm'
import { SignInForm } from './SignInForm'
import { SignUpForm } from './SignUpForm'

type Face = 'sign-in' | 'sign-up' | 'remind'

const FACES: Record<string, Face> = { '/sign-up': 'sign-up', '/registration': 'sign-up', '/remind': 'remind' }

const TITLES: Record<Face, MessageKey> = { 'sign-in': 'auth.sign_in_title', 'sign-up': 'auth.sign_up_title', remind: 'auth.remind_title' }

/** The line under the title, and where its link leads. */
const LEADS: Record<Face, { text: MessageKey; to: string }> = {
  'sign-in': { text: 'auth.no_account', to: '/sign-up' },
  'sign-up': { text: 'auth.has_account', to: '/sign-in' },
  remind: { text: 'auth.remind_back', to: '/sign-in' },
}

/** Whether a way back leads to the sport page. */
const isSportAddress = (address: string | undefined) => address !== undefined && /^\/sport(?![\w-])/.test(address)

/** Sign-in, sign-up and the forgotten password: one dialog with three faces, so that changing between them keeps the address typed. */
export function AuthDialog({ path, search, close, leaveTo }: ModalProps) {
  const navigate = useNavigate()
  const brand = useBrand()
  /** The page beneath. */
  const beneath = useLocation({ select: ({ pathname }) => pathname })
  const [email, setEmail] = useState('')
  const face = FACES[path] ?? 'sign-in'
  const { text, to } = LEADS[face]
  const kept = (search.redirect ? { redirect: search.redirect } : {}) as object

  const enter = () => {
    showToast('successfully', t('auth.welcome_back'), { id: 'welcome' })
    if (search.redirect) leaveTo(search.redirect)
    else close()
  }
  const begin = () => {
    showToast('successfully', t('auth.welcome', { brand }), { id: 'welcome' })
    void navigate({ to: '/email-verify', search: kept, replace: true })
  }
  const other = (words: string) => (
    <TextLink to={to} search={kept} replace className="font-semibold">
      {words}
    </TextLink>
  )
  return (
    <AuthFrame title={t(TITLES[face], { brand })} lead={<Text k={text} parts={{ link: other }} />} isSport={isSportAddress(search.redirect)} onClose={close}>
      {face === 'sign-up' && <RegistrationGifts />}
      {face === 'sign-up' && (
        <SignUpForm
          email={email}
          onEmail={setEmail}
          onDone={begin}
          onKnownEmail={() => void navigate({ to: '/sign-in', search: search as object, replace: true })}
        />
      )}
      {face === 'sign-in' && (
        <SignInForm
          email={email}
          onEmail={setEmail}
          onDone={enter}
          forgotten={
            <TextLink to={'/remind'} search={kept} replace className="text-sm">
              {t('auth.forgot')}
            </TextLink>
          }
        />
      )}
      {face !== 'remind' && <ProviderButtons returnTo={search.redirect ?? beneath} />}
      {face === 'remind' && <RemindForm email={email} onEmail={setEmail} onClose={close} />}
    </AuthFrame>
  )
}
