import { useRef, useState } from 'react'
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
import { askForOffers } from '../api/subscriptions'
import { showNotSubscribed } from '../model/showSubscribed'

/** Offers by e-mail for a visitor without an account: a button opens the form, whose mail has a link that confirms the wish. */
export function GuestOffers() {
  const [isOpen, setIsOpen] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const tell = (email: string) => {
    setSentTo(email)
    // The form goes, and the focus would go with it.
    outcome.current?.focus()
  }
  return (
    <section aria-labelledby="guest-offers-title" className="rounded-l border border-line bg-surface p-5 md:p-7">
      <h2 id="guest-offers-title" className="text-xl font-semibold">
        {t('subscribe.by_email')}
      </h2>
      <p className="mt-1 mb-4 max-w-2xl text-sm text-soft">{t('subscribe.guest_text')}</p>
      {/* It is there before the text comes, so that readers hear it. */}
      <div ref={outcome} role="status" tabIndex={-1} className="outline-none">
        {sentTo !== null && (
          <Alert tone="success">
            <span className="break-words">{t('subscribe.guest_sent', { email: sentTo })}</span>
          </Alert>
        )}
      </div>
      {sentTo === null && isOpen && <OffersForm onSent={tell} />}
      {sentTo === null && !isOpen && (
        <Button variant="secondary" onPress={() => setIsOpen(true)}>
          {t('subscribe.button')}
        </Button>
      )}
    </section>
  )
}

function OffersForm({ onSent }: { onSent: (email: string) => void }) {
  const captcha = useCaptcha()
  const { control, formState, onSubmit, refuse } = useSiteForm<EmailValues>({ name: 'offers', defaultValues: { email: '' }, resolver: emailResolver })
  const { start } = useAction({
    run: async (email: string, { idempotencyKey, once }) => askForOffers({ email, captcha: await once(() => captcha.take()) }, idempotencyKey),
    onDone: (_, email) => onSent(email),
    onError: (error) => {
      captcha.prepare()
      if (error instanceof CaptchaError) logError('CAPTCHA_TOKEN_ERROR', error)
      showNotSubscribed()
      refuse(error, ['email'])
    },
  })
  const send = onSubmit((values) => start(values.email.trim()))
  return (
    <form onSubmit={(event) => void send(event)} noValidate className="max-w-md space-y-4">
      <FormTextField control={control} name="email" label={t('player.email')} type="email" inputMode="email" autoComplete="email" isRequired autoFocus />
      <FormProblem text={formState.errors.root?.message} />
      <Button type="submit" pending={formState.isSubmitting}>
        {t('subscribe.button')}
      </Button>
    </form>
  )
}
