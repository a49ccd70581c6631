import type { DepositOffer } from '@/api/types'

export type OfferAmounts = DepositOffer['currencies'][number]

/** What an offer gives in a currency; undefined when it is not made in it. */
export function amountsOf(offer: Pick<DepositOffer, 'currencies'>, currency: string): OfferAmounts | undefined {
  return offer.currencies.find((amounts) => amounts.currency === currency)
}

/** What a deposit would be credited with. */
export type Credit =
  /** So much is missing to the smallest deposit. */
  { kind: 'too_small'; missingCents: number } | { kind: 'bonus'; bonusCents: number; isCapped: boolean; requirementCents: number }

/** What a deposit of `depositCents` brings under an offer, as the server works it out: percent rounded down, then the cap. */
export function creditOf(offer: Pick<DepositOffer, 'percent' | 'wager_multiple' | 'wager_on'>, amounts: OfferAmounts, depositCents: number): Credit {
  if (depositCents < amounts.deposit_min_cents) return { kind: 'too_small', missingCents: amounts.deposit_min_cents - depositCents }
  const share = Number((BigInt(depositCents) * BigInt(offer.percent)) / 100n)
  const bonusCents = Math.min(share, amounts.bonus_max_cents)
  const base = offer.wager_on === 'bonus_and_deposit' ? bonusCents + depositCents : bonusCents
  return { kind: 'bonus', bonusCents, isCapped: share > amounts.bonus_max_cents, requirementCents: base * offer.wager_multiple }
}
