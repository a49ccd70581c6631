import { useQueryClient } from '@tanstack/react-query'
import { use, useRef, useState } from 'react'
import type { Account, Payment, PaymentMethod, Player } from '@/api/types'
import { joinGroups } from '@/api/session/groups'
import { ApiError } from '@/api/errors'
import { useAction } from '@/api/useAction'
import { fieldTexts, problemText, refusedFields, ruleText } from '@/i18n/errorText'
import { currentLocale, t } from '@/i18n/messages'
import { deviceFingerprint } from '@/platform/fingerprint'
import { isPersonalField } from '@/domain/player/fields'
import { GROUP } from '@/domain/player/groups'
import { reportBrokenRules, reportRefusedFields } from '@/platform/refusedForms'
import { typedText } from '@/domain/typedAmount'
import { useDebounced } from '@/platform/useDebounced'
import { useInputUnit, useRetyped } from '@/ui/ChosenCoinUnit'
import { CurrenciesContext } from '@/ui/Money'
import type { NewPayment } from '../api/createPayment'
import { methodsQuery } from '../api/methods'
import { DECLINED, startPayment } from '../api/startPayment'
import { checkAmount, firstDeposit, type AmountProblem } from '../model/amount'
import { destinationOf, destinationProblem, plainIban } from '../model/destination'
import { fraudQuestion } from '../model/fraudQuestion'
import { feeOn, termsOf } from '../model/terms'
import { firstProfile, returnCap, returnWays } from '../model/returnOrder'
import { rangeOf } from './MethodPicker'
import { NEW_CARD } from './ProfilePicker'

export interface PaymentFormProps {
  action: Payment['action']
  player: Player
  account: Account
  /** At least one. */
  methods: [PaymentMethod, ...PaymentMethod[]]
  /** Nothing was ever paid in: the field starts with the operator's suggestion. */
  isFirstDeposit: boolean
  onStarted: (payment: Payment) => void
  /** The server asks for these fields of the player's data first. */
  onMissing: (fields: string[]) => void
}

/** Fields that the form shows complaints at; others are told above the button. */
const OWN_FIELDS = new Set(['amount_cents', 'profile_id'])

/** Who has not typed for so long is told at once that the amount cannot be read. */
const TYPING_PAUSE_MS = 800

/** Whether typing on will hardly mend the amount: it can be read in two ways, or not at all. */
const isUnreadable = (problem: AmountProblem | undefined): boolean =>
  problem?.kind === 'ambiguous' || problem?.kind === 'no_amount' || problem?.kind === 'decimals'

/** State and rules of the form that starts a payment. */
export function usePaymentForm({ action, player, account, methods, isFirstDeposit, onStarted, onMissing }: PaymentFormProps) {
  const client = useQueryClient()
  const currencies = use(CurrenciesContext)
  const info = currencies.find(({ code }) => code === account.currency)
  const { unit, units, chooseUnit } = useInputUnit(account.currency)

  const returns = action === 'cashout' ? returnWays(methods) : []
  const [methodId, setMethodId] = useState((returns[0]?.method ?? methods[0]).id)
  const method = methods.find(({ id }) => id === methodId) ?? methods[0]
  const range = rangeOf(method, action)
  const [profileId, setProfileId] = useState(firstProfile(returns[0]?.method ?? methods[0])?.id ?? NEW_CARD)
  const profile = method.savedProfiles.find(({ id }) => id === profileId)
  const [text, setText] = useState(() =>
    isFirstDeposit ? typedText(firstDeposit(range, info?.fiat ?? true, info?.subunits_to_unit ?? 100), unit, currentLocale()) : '',
  )
  useRetyped(account.currency, unit, text, setText)
  const [typedDestination, setTypedDestination] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const [refusals, setRefusals] = useState<Record<string, string>>({})
  /** The amount was refused because the account is not verified. */
  const [needsVerification, setNeedsVerification] = useState(false)
  const amountInput = useRef<HTMLInputElement>(null)
  const destinationInput = useRef<HTMLInputElement>(null)
  /** A payment by stored card, which asks nothing more at the partner: the player is asked here. */
  const [asked, setAsked] = useState<NewPayment | null>(null)
  /** A payout that would end a bonus: the player is asked before it does. */
  const [endsBonus, setEndsBonus] = useState<NewPayment | null>(null)

  const amount = checkAmount(text, unit, range, action === 'cashout' ? account.available_to_cashout_cents : null, currentLocale())
  const destination = destinationOf(action, method)
  const brokenRule = destination && destinationProblem(destination, typedDestination)
  const restingText = useDebounced(text, TYPING_PAUSE_MS)

  const edited =
    <Value>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setRefusals({})
      setNeedsVerification(false)
    }

  const refuse = (error: unknown) => {
    reportRefusedFields(action, refusedFields(error))
    const texts = fieldTexts(error)
    setNeedsVerification(refusedFields(error).amount_cents?.some(({ code }) => code === 'cashout_needs_verification') ?? false)
    // What goes first, or what it costs, has changed since the ways to pay were read.
    if (refusedFields(error).amount_cents?.some(({ code }) => code === 'cashout_order') || (error instanceof ApiError && error.code === 'fee_changed')) {
      void client.invalidateQueries({ queryKey: methodsQuery(action, account.currency).queryKey })
    }
    const isOwn = (field: string) => OWN_FIELDS.has(field) || field === destination
    const missing = Object.keys(texts).filter((field) => !isOwn(field) && isPersonalField(field))
    if (missing.length > 0) {
      onMissing(missing)
      return
    }
    // What the form has no place for is told as a whole, never asked for.
    if (texts.amount_cents) amountInput.current?.focus()
    else if (destination && texts[destination]) destinationInput.current?.focus()
    const others = Object.entries(texts)
      .filter(([field]) => !isOwn(field))
      .map(([, text]) => text)
    const isDeclined = error instanceof ApiError && error.code === DECLINED
    const whole = () => (isDeclined ? t('cashbox.refused') : problemText(error))
    const form = Object.keys(texts).length === 0 ? whole() : others.join(' ')
    setRefusals({ ...Object.fromEntries(Object.entries(texts).filter(([field]) => isOwn(field))), ...(form && { form }) })
  }

  const paying = useAction({
    run: (payment: NewPayment, { idempotencyKey }) => {
      const question = { action, method, amountCents: payment.amount_cents, currency: payment.currency, masked: profile?.masked }
      return startPayment(client, fraudQuestion(player, deviceFingerprint(), question), payment, idempotencyKey)
    },
    onDone: onStarted,
    onError: (error, payment) => {
      if (error instanceof ApiError && error.code === 'bonus_active') setEndsBonus(payment)
      else refuse(error)
    },
    // The cashier may be closed and opened again before anybody knows what became of a payment.
    lastingName: `payment of player ${player.id}`,
  })

  const submit = () => {
    setIsChecked(true)
    setRefusals({})
    setNeedsVerification(false)
    // The server puts such a player into the group as well; a failed call stands in the log.
    if (brokenRule === 'LT') joinGroups(client, [GROUP.lithuanianIban]).catch(() => undefined)
    if (amount.problem ?? brokenRule) {
      reportBrokenRules(action, {
        amount_cents: amount.problem && { type: amount.problem.kind.toUpperCase() },
        ...(destination && brokenRule && { [destination]: { type: brokenRule } }),
      })
      ;(amount.problem ? amountInput : destinationInput).current?.focus()
      return
    }
    if (amount.cents === null) return
    const payment: NewPayment = {
      action,
      payment_method_id: method.id,
      currency: account.currency,
      amount_cents: amount.cents,
      fee_cents: feeOn(termsOf(method, action), amount.cents),
      ...(profile && { profile_id: profile.id }),
      ...(destination && { fields: { [destination]: destination === 'iban' ? plainIban(typedDestination) : typedDestination.trim() } }),
    }
    if (profile && action === 'deposit') setAsked(payment)
    else void paying.start(payment)
  }

  return {
    amountInput,
    destinationInput,
    unit,
    units,
    chooseUnit,
    /** The stored card that is about to be charged, once the player has pressed the button. */
    toConfirm: asked && profile ? { profile, cents: asked.amount_cents } : null,
    confirm: () => {
      setAsked(null)
      if (asked) void paying.start(asked)
    },
    stepBack: () => setAsked(null),
    endsBonus: endsBonus !== null,
    endBonus: () => {
      setEndsBonus(null)
      if (endsBonus) void paying.start({ ...endsBonus, cancel_bonus: true })
    },
    keepBonus: () => setEndsBonus(null),
    isFiat: info?.fiat ?? true,
    subunitsToUnit: info?.subunits_to_unit ?? 100,
    method,
    range,
    /** What the typed amount costs, in subunits; null while none can be read. */
    feeCents: amount.cents === null ? null : feeOn(termsOf(method, action), amount.cents),
    profileId,
    /** Where a payout has to go first, and the most that may go by the chosen way meanwhile; null when nothing holds it. */
    returns,
    returnCap: returnCap(returns, method, profileId),
    text,
    typedDestination,
    amount,
    destination,
    refusals,
    needsVerification,
    isPending: paying.isPending,
    amountProblem: isChecked || (restingText === text && isUnreadable(amount.problem)) ? amount.problem : undefined,
    destinationProblem: isChecked && destination && brokenRule ? ruleText(destination, brokenRule) : undefined,
    chooseMethod: edited((id: string) => {
      setMethodId(id)
      setTypedDestination('')
      const chosen = methods.find((other) => other.id === id)
      setProfileId((chosen && firstProfile(chosen)?.id) ?? NEW_CARD)
    }),
    chooseProfile: edited(setProfileId),
    type: edited(setText),
    typeDestination: edited(setTypedDestination),
    submit,
  }
}
