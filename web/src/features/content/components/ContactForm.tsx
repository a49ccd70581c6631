import { useState } from 'react'
import type { FieldErrors, Resolver } from 'react-hook-form'
import { useCaptcha } from '@/api/captcha/useCaptcha'
import { useAction } from '@/api/useAction'
import { ruleText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { FormLinesField, FormTextField } from '@/ui/form'
import { FormProblem } from '@/ui/FormProblem'
import { Icon } from '@/ui/Icon'
import { useSiteForm } from '@/ui/useSiteForm'
import { sendContactMessage, type ContactMessage } from '../api/contact'
import { brokenRules } from '../model/contactRules'

const FIELDS = ['email', 'name', 'subject', 'message'] as const

const resolver: Resolver<ContactMessage> = (values) => {
  const broken = Object.entries(brokenRules(values))
  if (broken.length === 0) return { values, errors: {} }
  const errors = broken.map(([field, rule]) => [field, { type: rule, message: ruleText(field, rule) }] as const)
  return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<ContactMessage> }
}

interface ContactFormProps {
  /** What the operator knows of the writer. */
  known: Pick<ContactMessage, 'email' | 'name'>
  /** What the message is about, where the way here said so. */
  subject?: string
}

/** A message to support. */
export function ContactForm({ known, subject = '' }: ContactFormProps) {
  const [receipt, setReceipt] = useState<string>()
  const captcha = useCaptcha()
  const { control, formState, onSubmit, refuse, reset } = useSiteForm<ContactMessage>({
    name: 'contact',
    defaultValues: { ...known, subject, message: '' },
    resolver,
  })
  const { start } = useAction({
    run: async (message: ContactMessage, { idempotencyKey, once }) => sendContactMessage(message, await once(() => captcha.take()), idempotencyKey),
    onDone: setReceipt,
    onError: (error) => {
      captcha.prepare()
      refuse(error, FIELDS)
    },
  })
  const submit = onSubmit(start)

  const again = () => {
    setReceipt(undefined)
    captcha.prepare()
    reset({ ...known, subject: '', message: '' })
  }

  if (receipt !== undefined) return <Received number={receipt} onAgain={again} />
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <FormTextField control={control} name="name" label={t('contact.name')} autoComplete="name" isRequired maxLength={60} />
        <FormTextField control={control} name="email" label={t('player.email')} type="email" inputMode="email" autoComplete="email" isRequired />
      </div>
      <FormTextField control={control} name="subject" label={t('contact.subject')} autoComplete="off" isRequired maxLength={120} />
      <FormLinesField
        control={control}
        name="message"
        label={t('contact.message')}
        help={t('contact.message_help')}
        autoComplete="off"
        isRequired
        maxLength={4000}
      />
      <FormProblem text={formState.errors.root?.message} />
      <Button type="submit" size="l" pending={formState.isSubmitting} className="max-sm:w-full">
        {t('contact.send')}
      </Button>
    </form>
  )
}

function Received({ number, onAgain }: { number: string; onAgain: () => void }) {
  return (
    <div role="status" className="flex flex-col items-start gap-4">
      <span className="grid size-14 place-items-center rounded-full bg-success/12 text-success">
        <Icon name="check" size={28} />
      </span>
      <h2 className="text-xl font-semibold">{t('contact.received')}</h2>
      <p className="text-soft">{t('contact.received_text')}</p>
      <p className="text-sm text-muted">
        {t('contact.number')} <span className="font-mono break-all text-soft select-all">{number}</span>
      </p>
      <Button variant="secondary" onPress={onAgain}>
        {t('contact.again')}
      </Button>
    </div>
  )
}
