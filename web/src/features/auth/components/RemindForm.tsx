import { useState } from 'react'
import { CaptchaError } from '@/api/captcha/captcha'
import { useCaptcha } from '@/api/captcha/useCaptcha'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { logError } from '@/platform/log'
import { Button } from '@/ui/Button'
import { emailResolver, type EmailValues } from '@/ui/emailResolver'
import { FormTextField } from '@/ui/form'
import { FormProblem } from '@/ui/FormProblem'
import { Alert } from '@/ui/Alert'
import { useSiteForm } from '@/ui/useSiteForm'
import { remindPassword } from '../api/remindPassword'
import { sendSignInLink } from '../api/signInLink'

/** A mail that is asked for. */
interface Wish {
  address: string
  /** The link signs in, and changes no password. */
  isSignIn: boolean
}

interface RemindFormProps {
  email: string
  onEmail: (email: string) => void
  onClose: () => void
}

/** Asks for a mail with a link to choose a new password, or to sign in without one; then says where to look, whether anybody has the address or not. */
export function RemindForm({ email, onEmail, onClose }: RemindFormProps) {
  const captcha = useCaptcha()
  const [sent, setSent] = useState<Wish | null>(null)
  const { control, formState, onSubmit, refuse } = useSiteForm<EmailValues>({ name: 'remind', defaultValues: { email }, resolver: emailResolver })
  const { start } = useAction({
    run: async ({ address, isSignIn }: Wish, { idempotencyKey, once }) => {
      const send = isSignIn ? sendSignInLink : remindPassword
      await send({ email: address, captcha: await once(() => captcha.take()) }, idempotencyKey)
    },
    onDone: (_, wish) => setSent(wish),
    onError: (error) => {
      captcha.prepare()
      if (error instanceof CaptchaError) logError('CAPTCHA_TOKEN_ERROR', error)
      refuse(error, ['email'])
    },
  })
  const asking = (isSignIn: boolean) =>
    onSubmit((values) => {
      const address = values.email.trim()
      onEmail(address)
      return start({ address, isSignIn })
    })

  if (sent !== null) {
    return (
      <div className="space-y-5">
        <div role="status">
          <Alert tone="success">
            <strong className="block font-semibold">{t('auth.remind_sent_title')}</strong>
            <span className="break-words">{t(sent.isSignIn ? 'auth.link_sent' : 'auth.remind_sent', { email: sent.address })}</span>
          </Alert>
        </div>
        <Button size="l" wide onPress={onClose} autoFocus>
          {t('auth.close')}
        </Button>
      </div>
    )
  }
  return (
    <form onSubmit={(event) => void asking(false)(event)} noValidate className="space-y-5">
      <p className="text-sm text-soft">{t('auth.remind_text')}</p>
      <FormTextField control={control} name="email" label={t('player.email')} type="email" inputMode="email" autoComplete="username" isRequired autoFocus />
      <FormProblem text={formState.errors.root?.message} />
      <Button type="submit" size="l" wide pending={formState.isSubmitting}>
        {t('auth.remind_send')}
      </Button>
      <Button variant="ghost" wide isDisabled={formState.isSubmitting} onPress={() => void asking(true)()}>
        {t('auth.link_send')}
      </Button>
    </form>
  )
}
