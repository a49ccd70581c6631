import type { ReactNode } from 'react'
import type { Payment, PaymentMethod } from '@/api/types'
import { reachedDepositLimit, useLimits } from '@/api/session/limits'
import { currentLocale, t, type MessageKey } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { typedText } from '@/domain/typedAmount'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { TextLink } from '@/ui/Link'
import { Money, useMoneyText } from '@/ui/Money'
import { Alert } from '@/ui/Alert'
import { TextField } from '@/ui/TextField'
import { payoutAmounts, quickAmounts } from '../model/amount'
import type { DestinationField } from '../model/destination'
import { AmountField } from './AmountField'
import { CardQuestion } from './CardQuestion'
import { FeeLine } from './FeeLine'
import { MethodPicker } from './MethodPicker'
import { ProfilePicker } from './ProfilePicker'
import { ReturnOrder } from './ReturnOrder'
import { usePaymentForm, type PaymentFormProps } from './usePaymentForm'

/** What is said at the field for where a payout goes. */
const DESTINATIONS: Record<DestinationField, { label: MessageKey; help: MessageKey }> = {
  address: { label: 'cashbox.address', help: 'cashbox.address_help' },
  iban: { label: 'cashbox.iban', help: 'cashbox.iban_help' },
  account: { label: 'cashbox.account', help: 'cashbox.account_help' },
}

/** Draws which bonus comes with a deposit of so much; `amountCents` is null while no amount can be read. */
export type DepositBonusSlot = (props: { currency: string; amountCents: number | null }) => ReactNode

/** How, how much, go: the form that starts a deposit or a payout. */
export function PaymentForm({ depositBonus, ...props }: PaymentFormProps & { depositBonus: DepositBonusSlot }) {
  const { action, account, methods } = props
  const { amountInput, destinationInput, ...form } = usePaymentForm(props)
  const money = useMoneyText()
  const { currency } = account
  const limits = useLimits()
  const limit = action === 'deposit' ? reachedDepositLimit(limits, currency) : undefined
  const resetsAt = limit?.accounts.find((entry) => entry.currency === currency)?.resets_at

  const payout = payoutAmounts(form.range, Math.min(account.available_to_cashout_cents, form.returnCap ?? Infinity))
  const quick =
    action === 'deposit'
      ? quickAmounts(form.range, form.isFiat, form.subunitsToUnit).map((cents) => ({
          cents,
          label: form.isFiat ? money(cents, currency) : `${typedText(cents, form.unit, currentLocale())} ${form.unit.label}`,
        }))
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
        form.submit()
      }}
      className="space-y-6"
    >
      <MethodPicker methods={methods} action={action} value={form.method.id} onChange={form.chooseMethod} />
      {form.method.savedProfiles.length > 0 && (
        <ProfilePicker
          type={form.method.type}
          profiles={form.method.savedProfiles}
          value={form.profileId}
          onChange={form.chooseProfile}
          allowsNew={action === 'deposit'}
        />
      )}
      {action === 'cashout' && (
        <p className="flex items-center justify-between rounded-m border border-line bg-page/50 px-4 py-3 text-sm text-soft">
          {t('cashbox.available')}
          <Money amountCents={account.available_to_cashout_cents} currency={currency} className="font-semibold text-text" />
        </p>
      )}
      <ReturnOrder ways={form.returns} currency={currency} />
      <AmountField
        ref={amountInput}
        value={form.text}
        onChange={form.type}
        unit={form.unit}
        units={form.units}
        onUnit={form.chooseUnit}
        currency={currency}
        problem={form.amountProblem}
        cents={form.amount.cents}
        refusal={form.refusals.amount_cents}
        quick={quick}
      />
      <FeeLine action={action} currency={currency} amountCents={form.amount.cents} feeCents={form.feeCents} />
      {action === 'deposit' && depositBonus({ currency, amountCents: form.amount.cents })}
      {form.needsVerification && (
        <Alert
          tone="warning"
          action={
            <TextLink to="/profile/verification" className="font-medium">
              {t('verification.to_page')}
            </TextLink>
          }
        >
          {t('verification.none_title')}
        </Alert>
      )}
      {form.destination && (
        <TextField
          ref={destinationInput}
          label={t(DESTINATIONS[form.destination].label, { coin: form.method.title })}
          help={t(DESTINATIONS[form.destination].help)}
          value={form.typedDestination}
          onChange={form.typeDestination}
          error={form.destinationProblem ?? form.refusals[form.destination]}
          inputMode={form.destination === 'account' ? 'email' : undefined}
          autoComplete={form.destination === 'account' ? 'email' : 'off'}
          isRequired
        />
      )}
      {form.refusals.form && <Alert tone="danger">{form.refusals.form}</Alert>}
      {form.refusals.profile_id && <Alert tone="danger">{form.refusals.profile_id}</Alert>}
      {limit && resetsAt && (
        <Alert
          tone="warning"
          action={
            <TextLink to="/profile/limits" className="font-medium">
              {t('limits.to_limits')}
            </TextLink>
          }
        >
          {t('limits.deposit_closed', { date: dateTimeText(resetsAt) })}
        </Alert>
      )}
      {form.endsBonus && (
        <ConfirmDialog
          title={t('cashbox.ends_bonus_title')}
          text={t('cashbox.ends_bonus_text')}
          confirm={t('cashbox.ends_bonus')}
          keep={t('cashbox.keep_bonus')}
          tone="danger"
          onConfirm={form.endBonus}
          onClose={form.keepBonus}
        />
      )}
      {form.toConfirm && <CardQuestion {...form.toConfirm} currency={currency} onConfirm={form.confirm} onClose={form.stepBack} />}
      <div>
        <Button type="submit" size="l" wide pending={form.isPending} isDisabled={limit !== undefined}>
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
