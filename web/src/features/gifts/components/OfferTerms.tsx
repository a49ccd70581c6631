import type { DepositOffer, RegistrationOffer } from '@/api/types'
import { currentLocale, t } from '@/i18n/messages'
import { shareText } from '@/i18n/names'
import { useMoneyText } from '@/ui/Money'
import type { OfferAmounts } from '../model/offers'
import { excludedText } from './GiftTerms'

/** What an offer gives, in a line. */
export function useHeadline(): (offer: DepositOffer, amounts: OfferAmounts) => string {
  const money = useMoneyText()
  return (offer, amounts) => {
    const bonus = t('offers.headline', { percent: shareText(String(offer.percent)), max: money(amounts.bonus_max_cents, amounts.currency) })
    return offer.freespins ? `${bonus}, ${t('offers.with_spins', { count: offer.freespins.freespins_count })}` : bonus
  }
}

const DAY_HOURS = 24

/** Whole days as days, everything else as hours. */
function timeText(hours: number): string {
  const isDays = hours % DAY_HOURS === 0
  const format = new Intl.NumberFormat(currentLocale(), { style: 'unit', unit: isDays ? 'day' : 'hour', unitDisplay: 'long' })
  return format.format(isDays ? hours / DAY_HOURS : hours)
}

/** What an offer asks, a line each. */
export function OfferTerms({ offer, amounts }: { offer: DepositOffer; amounts: OfferAmounts }) {
  const money = useMoneyText()
  const amount = (cents: number) => money(cents, amounts.currency)
  const excluded = excludedText(offer.excluded_categories, offer.excluded_games)
  const time = timeText(offer.valid_hours)
  const lines = [
    t('offers.min', { amount: amount(amounts.deposit_min_cents) }),
    offer.wager_multiple > 0 && t(offer.wager_on === 'bonus' ? 'offers.wager_bonus' : 'offers.wager_both', { multiple: offer.wager_multiple, time }),
    amounts.bet_max_cents !== null && t('gifts.terms.bet_max', { amount: amount(amounts.bet_max_cents) }),
    amounts.win_max_cents !== null && t('gifts.terms.win_max', { amount: amount(amounts.win_max_cents) }),
    amounts.lost_below_cents !== null && t('gifts.terms.lost_below', { amount: amount(amounts.lost_below_cents) }),
    excluded !== '' && t('gifts.terms.excluded', { names: excluded }),
    offer.sticky && t('gifts.terms.sticky'),
    offer.canceled_by_cashout && t('gifts.terms.cashout'),
  ]
  return <Lines lines={lines} />
}

/** What a gift of a confirmed account asks, a line each. */
export function RegistrationTerms({ offer, amounts }: { offer: RegistrationOffer; amounts: RegistrationOffer['currencies'][number] | undefined }) {
  const money = useMoneyText()
  const amount = (cents: number) => money(cents, amounts?.currency ?? '')
  const excluded = excludedText(offer.excluded_categories, offer.excluded_games)
  const lines = [
    t('public_offers.by_confirming'),
    offer.wager_multiple > 0 && t('offers.wager_bonus', { multiple: offer.wager_multiple, time: timeText(offer.valid_hours) }),
    amounts && amounts.bet_max_cents !== null && t('gifts.terms.bet_max', { amount: amount(amounts.bet_max_cents) }),
    amounts && amounts.win_max_cents !== null && t('gifts.terms.win_max', { amount: amount(amounts.win_max_cents) }),
    amounts && amounts.lost_below_cents !== null && t('gifts.terms.lost_below', { amount: amount(amounts.lost_below_cents) }),
    excluded !== '' && t('gifts.terms.excluded', { names: excluded }),
    offer.sticky && t('gifts.terms.sticky'),
    offer.canceled_by_cashout && t('gifts.terms.cashout'),
  ]
  return <Lines lines={lines} />
}

function Lines({ lines }: { lines: readonly (string | false | undefined)[] }) {
  return (
    <ul className="mt-2 list-disc space-y-0.5 pl-4 text-xs text-soft marker:text-muted">
      {lines
        .filter((line) => typeof line === 'string')
        .map((line) => (
          <li key={line}>{line}</li>
        ))}
    </ul>
  )
}
