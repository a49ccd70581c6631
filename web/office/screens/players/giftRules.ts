import type { GiftOffer } from '../../api/types'
import type { BrokenRule } from '../../ui/formRules'

/** The wallets in whose currency an offer is made. */
export function walletsFor(offer: Pick<GiftOffer, 'amounts'> | undefined, wallets: readonly { currency: string }[]): string[] {
  return wallets.map(({ currency }) => currency).filter((currency) => offer?.amounts.some((amounts) => amounts.currency === currency))
}

/** The most that staff gives of an offer in a currency, in subunits; null of free spins alone. */
export function mostOf(offer: Pick<GiftOffer, 'amounts'> | undefined, currency: string): number | null {
  return offer?.amounts.find((amounts) => amounts.currency === currency)?.amount_cents ?? null
}

/** What a filled-in amount says: as much, or as the offer says when nothing is typed; else which rule it breaks. */
export function amountGiven(typed: string, cents: number | null, most: number | null): { cents: number | null } | { broken: BrokenRule } {
  if (typed.trim() === '' || most === null) return { cents: null }
  if (cents === null || cents < 1) return { broken: 'INVALID' }
  return cents > most ? { broken: 'NOT_ALLOWED' } : { cents }
}

/** Whether a gift can be ended: it has not come to its end. */
export const isCurrent = ({ finished_at }: { finished_at: string | null }): boolean => finished_at === null
