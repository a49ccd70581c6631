import { useQueryClient } from '@tanstack/react-query'
import { useForm, type FieldErrors, type Resolver } from 'react-hook-form'
import { CaptchaError } from '@/api/captcha/captcha'
import { useCaptcha } from '@/api/captcha/useCaptcha'
import { ApiError } from '@/api/errors'
import { fieldTexts, problemText, ruleText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { deviceFingerprint } from '@/lib/fingerprint'
import { logError } from '@/lib/log'
import { checkField, todayOf } from '@/lib/player/rules'
import { tellBrokenRules, tellRefusedFields } from '@/lib/refusedForms'
import { Button } from '@/ui/Button'
import { FormPasswordField, FormTextField } from '@/ui/form'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toast'
import { signIn } from '../api/signIn'

interface SignInFormProps {
  email: string
  onEmail: (email: string) => void
  onDone: () => void
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

/** Address and password. */
export function SignInForm({ email, onEmail, onDone }: SignInFormProps) {
  const client = useQueryClient()
  const captcha = useCaptcha()
  const { control, handleSubmit, setError, setFocus, formState } = useForm<SignInValues>({
    defaultValues: { email, password: '' },
    resolver,
    mode: 'onSubmit',
  })

  const submit = handleSubmit(async (values) => {
    onEmail(values.email)
    try {
      const proof = await captcha.take()
      await signIn(client, { email: values.email.trim(), password: values.password, dfpc: deviceFingerprint(), captcha: proof })
      onDone()
    } catch (error) {
      refuse(error)
    }
  }, (errors) => tellBrokenRules('sign_in', errors))

  const refuse = (error: unknown) => {
    captcha.prepare()
    if (error instanceof CaptchaError) {
      logError('CAPTCHA_TOKEN_ERROR', error)
      showToast('reject', t('auth.captcha_failed'), { id: 'captcha' })
    }
    if (error instanceof ApiError) tellRefusedFields('sign_in', error.fields)
    const { email: emailText, password: passwordText } = fieldTexts(error)
    if (emailText) setError('email', { message: emailText })
    if (passwordText) setError('password', { message: passwordText })
    if (emailText ?? passwordText) setFocus(emailText ? 'email' : 'password')
    else setError('root', { message: problemText(error) })
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-5">
      <FormTextField control={control} name="email" label={t('player.email')} type="email" inputMode="email" autoComplete="username" isRequired autoFocus />
      <FormPasswordField control={control} name="password" label={t('player.password')} autoComplete="current-password" isRequired />
      <FormProblem text={formState.errors.root?.message} />
      <Button type="submit" size="l" wide pending={formState.isSubmitting}>
        {t('auth.sign_in')}
      </Button>
    </form>
  )
}
