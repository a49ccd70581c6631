import type { Payment, PaymentMethod } from '@/api/types'
import { t, type MessageKey } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Money, useMoneyText } from '@/ui/Money'
import { Notice } from '@/ui/Notice'
import { TextField } from '@/ui/TextField'
import { payoutAmounts, quickAmounts } from '../model/amount'
import { AmountField } from './AmountField'
import { MethodPicker } from './MethodPicker'
import { ProfilePicker } from './ProfilePicker'
import { usePaymentForm, type PaymentFormProps } from './usePaymentForm'

/** How, how much, go: the form that starts a deposit or a payout. */
export function PaymentForm(props: PaymentFormProps) {
  const { action, account, methods } = props
  const form = usePaymentForm(props)
  const money = useMoneyText()
  const { currency } = account

  const payout = payoutAmounts(form.range, account.available_to_cashout_cents)
  const quick =
    action === 'deposit'
      ? quickAmounts(form.range, form.isFiat, form.subunitsToUnit).map((cents) => ({ cents, label: money(cents, currency) }))
      : payout
        ? [
            { cents: payout.least, label: t('cashbox.quick.least') },
            { cents: payout.half, label: t('cashbox.quick.half') },
            { cents: payout.all, label: t('cashbox.quick.all') },
          ].filter(({ cents }, index, all) => all.findIndex((other) => other.cents === cents) === index)
        : []

  const label = form.amount.cents === null ? null : money(form.amount.cents, currency)
  const button = action === 'deposit' ? (['cashbox.deposit_button', 'cashbox.deposit'] as const) : (['cashbox.withdraw_button', 'cashbox.withdraw'] as const)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
      className="space-y-6"
    >
      <MethodPicker methods={methods} action={action} value={form.method.id} onChange={form.chooseMethod} />
      {form.method.savedProfiles.length > 0 && (
        <ProfilePicker profiles={form.method.savedProfiles} value={form.profileId} onChange={form.chooseProfile} allowsNew={action === 'deposit'} />
      )}
      {action === 'cashout' && (
        <p className="flex items-center justify-between rounded-m border border-line bg-page/50 px-4 py-3 text-sm text-soft">
          {t('cashbox.available')}
          <Money amountCents={account.available_to_cashout_cents} currency={currency} className="font-semibold text-text" />
        </p>
      )}
      <AmountField
        value={form.text}
        onChange={form.type}
        unit={form.unit}
        currency={currency}
        problem={form.amountProblem}
        refusal={form.refusals.amount_cents}
        quick={quick}
      />
      {form.asksAddress && (
        <TextField
          label={t('cashbox.address', { coin: form.method.title })}
          help={t('cashbox.address_help')}
          value={form.address}
          onChange={form.typeAddress}
          error={form.addressProblem ?? form.refusals.address}
          autoComplete="off"
          isRequired
        />
      )}
      {form.refusals.form && <Notice tone="danger">{form.refusals.form}</Notice>}
      {form.refusals.profile_id && <Notice tone="danger">{form.refusals.profile_id}</Notice>}
      <div>
        <Button type="submit" size="l" wide pending={form.isPending}>
          {label === null ? t(button[1]) : t(button[0], { amount: label })}
        </Button>
        <p className="mt-3 text-center text-xs text-muted">{t(noteOf(action, form.method))}</p>
      </div>
    </form>
  )
}

/** What is said of a payment before it begins. */
function noteOf(action: Payment['action'], method: PaymentMethod): MessageKey {
  if (action === 'cashout') return 'cashbox.withdraw_note'
  return method.type === 'crypto' ? 'cashbox.deposit_note_coin' : 'cashbox.deposit_note'
}
