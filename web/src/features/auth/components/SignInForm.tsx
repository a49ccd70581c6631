import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { FieldErrors, Resolver } from 'react-hook-form'
import { CaptchaError } from '@/api/captcha/captcha'
import { useCaptcha } from '@/api/captcha/useCaptcha'
import { newIdempotencyKey } from '@/api/transport'
import { ApiError } from '@/api/errors'
import { useAction } from '@/api/useAction'
import { ruleText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { deviceFingerprint } from '@/platform/fingerprint'
import { logError } from '@/platform/log'
import { knowsPasskeys } from '@/platform/passkeys'
import { checkField, todayOf } from '@/domain/player/rules'
import { Button } from '@/ui/Button'
import { FormPasswordField, FormTextField } from '@/ui/form'
import { FormProblem } from '@/ui/FormProblem'
import { useSiteForm } from '@/ui/useSiteForm'
import { signIn, type SignInStep } from '../api/signIn'
import { offeredFactors, type FactorField } from '../model/secondFactor'
import { PasskeySignIn } from './PasskeySignIn'
import { RegisterHelp } from './RegisterHelp'
import { SecondStepForm } from './SecondStepForm'

interface SignInFormProps {
  email: string
  onEmail: (email: string) => void
  onDone: () => void
  /** The way on for who has forgotten the password. */
  forgotten?: ReactNode
}

interface SignInValues {
  email: string
  password: string
}

/** What sign-up holds a password to is no business of sign-in: older ones still open their accounts. */
const resolver: Resolver<SignInValues> = (values) => {
  const email = checkField('email', true, values.email, { country: '', today: todayOf(Date.now()) })
  const password = values.password === '' ? 'REQUIRED' : null
  if (!email && !password) return { values, errors: {} }
  const errors: FieldErrors<SignInValues> = {}
  if (email) errors.email = { type: email, message: ruleText('email', email) }
  if (password) errors.password = { type: password, message: ruleText('password', password) }
  return { values: {}, errors }
}

/** Address and password, and the second step where the player has one. */
export function SignInForm({ onDone, ...props }: SignInFormProps) {
  /** What the second step may be done with, once it is asked for. */
  const [offered, setOffered] = useState<FactorField[] | null>(null)
  /** Why the player is back at the password. */
  const [problem, setProblem] = useState<string>()
  if (offered) {
    const back = (text?: string) => {
      setProblem(text)
      setOffered(null)
    }
    return <SecondStepForm offered={offered} onDone={onDone} onBack={back} />
  }
  return (
    <PasswordStepForm
      {...props}
      onDone={onDone}
      problem={problem}
      onCodeAsked={({ app, passkey }) => setOffered(offeredFactors(app, passkey && knowsPasskeys()))}
    />
  )
}

interface PasswordStepFormProps extends SignInFormProps {
  problem: string | undefined
  onCodeAsked: (step: SignInStep & { is: 'code-asked' }) => void
}

function PasswordStepForm({ email, onEmail, onDone, forgotten, problem, onCodeAsked }: PasswordStepFormProps) {
  const client = useQueryClient()
  const captcha = useCaptcha()
  /** What the browser works for at the moment; a hard proof is asked for where others have guessed at the account. */
  const [proving, setProving] = useState<'normal' | 'hard' | null>(null)
  /** Why the last try was refused. */
  const [failure, setFailure] = useState<unknown>(null)
  const { control, formState, onSubmit, refuse } = useSiteForm<SignInValues>({ name: 'sign_in', defaultValues: { email, password: '' }, resolver })
  const { start } = useAction({
    run: async (values: SignInValues, { idempotencyKey, once }) => {
      const typed = { email: values.email.trim(), password: values.password, dfpc: deviceFingerprint() }
      try {
        return await signIn(client, { ...typed, captcha: await once(() => captcha.take(() => setProving('normal'))) }, idempotencyKey)
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'hard_captcha_required')) throw error
        setProving('hard')
        return await signIn(client, { ...typed, captcha: await captcha.takeHard() }, newIdempotencyKey())
      } finally {
        setProving(null)
      }
    },
    onDone: (step) => (step.is === 'code-asked' ? onCodeAsked(step) : onDone()),
    onError: (error) => {
      captcha.prepare()
      setFailure(error)
      if (error instanceof CaptchaError) logError('CAPTCHA_TOKEN_ERROR', error)
      refuse(error, ['email', 'password'])
    },
  })
  const submit = onSubmit((values) => {
    onEmail(values.email)
    return start(values)
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-5">
      <FormTextField
        control={control}
        name="email"
        label={t('player.email')}
        type="email"
        inputMode="email"
        autoComplete="username webauthn"
        isRequired
        autoFocus
      />
      <FormPasswordField control={control} name="password" label={t('player.password')} autoComplete="current-password" isRequired />
      {forgotten && <p>{forgotten}</p>}
      <FormProblem text={formState.errors.root?.message ?? (formState.isSubmitted ? undefined : problem)} />
      <RegisterHelp failure={failure} />
      <p role="status" className="text-sm text-soft empty:hidden">
        {proving && t(proving === 'hard' ? 'auth.checking_browser' : 'auth.checking_browser_short')}
      </p>
      <Button type="submit" size="l" wide pending={formState.isSubmitting}>
        {t('auth.sign_in')}
      </Button>
      <PasskeySignIn onDone={onDone} />
      <p className="text-center text-xs text-muted">{t('auth.captcha_hint')}</p>
    </form>
  )
}
