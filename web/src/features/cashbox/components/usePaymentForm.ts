import { useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import { newIdempotencyKey } from '@/api/client'
import { ApiError, NetworkError } from '@/api/errors'
import type { Account, Payment, PaymentMethod, Player } from '@/api/types'
import { errorText, fieldTexts, ruleText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { deviceFingerprint } from '@/lib/fingerprint'
import { inputUnit } from '@/lib/money'
import { tellBrokenRules, tellRefusedFields } from '@/lib/refusedForms'
import { CurrenciesContext } from '@/ui/Money'
import { askFraudCheck } from '../api/askFraudCheck'
import { createPayment } from '../api/createPayment'
import { amountText, checkAmount, firstDeposit } from '../model/amount'
import { fraudQuestion } from '../model/fraudQuestion'
import { rangeOf } from './MethodPicker'
import { NEW_CARD } from './ProfilePicker'

export interface PaymentFormProps {
  action: Payment['action']
  player: Player
  account: Account
  /** At least one. */
  methods: [PaymentMethod, ...PaymentMethod[]]
  /** Nothing was ever paid in: the field starts with the house's suggestion. */
  isFirstDeposit: boolean
  onStarted: (payment: Payment) => void
  /** The server asks for these fields of the player's data first. */
  onMissing: (fields: string[]) => void
}

/** Fields of the form itself; a complaint about any other is about the player's data. */
const OWN_FIELDS = new Set(['amount_cents', 'profile_id', 'payment_method_id', 'currency', 'action'])

/** State and rules of the form that starts a payment. */
export function usePaymentForm({ action, player, account, methods, isFirstDeposit, onStarted, onMissing }: PaymentFormProps) {
  const client = useQueryClient()
  const currencies = use(CurrenciesContext)
  const info = currencies.find(({ code }) => code === account.currency)
  const unit = inputUnit(account.currency, currencies)

  const [methodId, setMethodId] = useState(methods[0].id)
  const method = methods.find(({ id }) => id === methodId) ?? methods[0]
  const range = rangeOf(method, action)
  const [profileId, setProfileId] = useState(methods[0].savedProfiles[0]?.id ?? NEW_CARD)
  const profile = method.savedProfiles.find(({ id }) => id === profileId)
  const [text, setText] = useState(() =>
    isFirstDeposit ? amountText(firstDeposit(range, info?.fiat ?? true, info?.subunits_to_unit ?? 100), unit) : '',
  )
  const [address, setAddress] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const [refusals, setRefusals] = useState<Record<string, string>>({})
  const [isPending, setIsPending] = useState(false)
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey)

  const amount = checkAmount(text, unit, range, action === 'cashout' ? account.available_to_cashout_cents : null)
  const asksAddress = action === 'cashout' && method.type === 'crypto'
  const addressProblem = asksAddress && address.trim() === '' ? ruleText('address', 'REQUIRED') : undefined

  /** A change makes it another payment, which gets a key of its own. */
  const edited = <Value,>(set: (value: Value) => void) => (value: Value) => {
    set(value)
    setRefusals({})
    setIdempotencyKey(newIdempotencyKey())
  }

  const send = async (cents: number) => {
    const question = { action, method, amountCents: cents, currency: account.currency, masked: profile?.masked }
    if (!(await askFraudCheck(fraudQuestion(player, deviceFingerprint(), question)))) {
      setRefusals({ form: t('cashbox.refused') })
      return
    }
    const payment = await createPayment(
      client,
      {
        action,
        payment_method_id: method.id,
        currency: account.currency,
        amount_cents: cents,
        ...(profile && { profile_id: profile.id }),
        ...(asksAddress && { fields: { address: address.trim() } }),
      },
      idempotencyKey,
    )
    onStarted(payment)
  }

  const refuse = (error: unknown) => {
    // Without an answer the same payment may be sent again under the same key.
    if (!(error instanceof NetworkError)) setIdempotencyKey(newIdempotencyKey())
    if (error instanceof ApiError) tellRefusedFields(action, error.fields)
    const texts = fieldTexts(error)
    const missing = Object.keys(texts).filter((field) => !OWN_FIELDS.has(field) && !(field === 'address' && asksAddress))
    if (missing.length > 0) onMissing(missing)
    else setRefusals(Object.keys(texts).length > 0 ? texts : { form: errorText(error) })
  }

  const submit = async () => {
    setIsChecked(true)
    setRefusals({})
    if (amount.problem ?? addressProblem) {
      tellBrokenRules(action, {
        amount_cents: amount.problem && { type: amount.problem.kind.toUpperCase() },
        address: addressProblem === undefined ? undefined : { type: 'REQUIRED' },
      })
      return
    }
    if (amount.cents === null) return
    setIsPending(true)
    try {
      await send(amount.cents)
    } catch (error) {
      refuse(error)
    } finally {
      setIsPending(false)
    }
  }

  return {
    unit,
    isFiat: info?.fiat ?? true,
    subunitsToUnit: info?.subunits_to_unit ?? 100,
    method,
    range,
    profileId,
    text,
    address,
    amount,
    asksAddress,
    refusals,
    isPending,
    amountProblem: isChecked ? amount.problem : undefined,
    addressProblem: isChecked ? addressProblem : undefined,
    chooseMethod: edited((id: string) => {
      setMethodId(id)
      setProfileId(methods.find((other) => other.id === id)?.savedProfiles[0]?.id ?? NEW_CARD)
    }),
    chooseProfile: edited(setProfileId),
    type: edited(setText),
    typeAddress: edited(setAddress),
    submit,
  }
}
