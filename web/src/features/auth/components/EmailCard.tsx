import { useState } from 'react'
import type { FieldErrors, Resolver } from 'react-hook-form'
import { usePlayer } from '@/api/session/player'
import type { Player } from '@/api/types'
import { useAction } from '@/api/useAction'
import { ruleText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { checkField, todayOf } from '@/domain/player/rules'
import { Button } from '@/ui/Button'
import { FormPasswordField, FormTextField } from '@/ui/form'
import { FormProblem } from '@/ui/FormProblem'
import { Icon } from '@/ui/Icon'
import { Alert } from '@/ui/Alert'
import { useSiteForm } from '@/ui/useSiteForm'
import { factorOf } from '../api/factorOf'
import { changeEmail } from '../api/changeEmail'
import { NO_FACTOR, withFactor, type FactorValues } from '../model/secondFactor'
import { FactorFields } from './FactorFields'
import { ResendButton } from './ResendButton'
import { useFactor } from './useFactor'

interface EmailValues extends FactorValues {
  email: string
  current_password: string
}

const EMPTY: EmailValues = { email: '', current_password: '', ...NO_FACTOR }

const resolver: Resolver<EmailValues> = (values) => {
  const errors: FieldErrors<EmailValues> = {}
  const rule = checkField('email', true, values.email, { country: '', today: todayOf(Date.now()) })
  if (rule) errors.email = { type: rule, message: ruleText('email', rule) }
  if (values.current_password === '') errors.current_password = { type: 'REQUIRED', message: ruleText('current_password', 'REQUIRED') }
  return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors }
}

/** The part of the security page about the address: whether it is confirmed, and another one in its place. */
export function EmailCard() {
  const player = usePlayer()
  if (!player) return null
  return (
    <section aria-labelledby="email-title" className="rounded-l border border-line bg-surface p-5 md:p-7">
      <h2 id="email-title" className="text-xl font-semibold">
        {t('security.email')}
      </h2>
      <div className="mt-2 mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-soft">
        <span data-varies className="break-all">
          {player.email}
        </span>
        <Confirmed player={player} />
      </div>
      <ChangeEmailForm player={player} />
    </section>
  )
}

function Confirmed({ player }: { player: Player }) {
  if (player.confirmed_at) {
    return (
      <span className="inline-flex items-center gap-1.5 text-success">
        <Icon name="check" size={18} />
        {t('security.confirmed')}
      </span>
    )
  }
  return (
    <>
      <span className="inline-flex items-center gap-1.5 text-warning">
        <Icon name="warning" size={18} />
        {t('security.unconfirmed')}
      </span>
      <ResendButton email={player.email} />
    </>
  )
}

function ChangeEmailForm({ player }: { player: Player }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const choice = useFactor(player.two_factor_enabled)
  const { field } = choice
  const { control, formState, onSubmit, refuse, reset } = useSiteForm<EmailValues>({
    name: 'change_email',
    defaultValues: EMPTY,
    resolver: withFactor(resolver, field),
  })
  const { start } = useAction({
    run: async ({ email, current_password, ...codes }: EmailValues, { idempotencyKey }) =>
      changeEmail({ email: email.trim(), current_password, ...(await factorOf(codes, field)) }, idempotencyKey),
    onDone: (_, values) => {
      reset(EMPTY)
      setSentTo(values.email.trim())
    },
    onError: (error) => refuse(error, ['email', 'current_password', ...(field && field !== 'passkey' ? [field] : [])]),
  })
  return (
    <form onSubmit={(event) => void onSubmit(start)(event)} noValidate className="max-w-md space-y-5">
      <FormTextField control={control} name="email" label={t('security.new_email')} type="email" inputMode="email" autoComplete="email" isRequired />
      <FormPasswordField control={control} name="current_password" label={t('auth.current_password')} autoComplete="current-password" isRequired />
      <FactorFields control={control as never} choice={choice} />
      <FormProblem text={formState.errors.root?.message} />
      <div role="status">{sentTo !== null && <Alert tone="success">{t('security.email_sent', { email: sentTo })}</Alert>}</div>
      <Button type="submit" size="l" pending={formState.isSubmitting} className="max-sm:w-full">
        {t('security.change_email')}
      </Button>
    </form>
  )
}
