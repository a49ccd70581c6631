import type { Player, ShopOffer } from '@/api/types'
import { GROUP, groupsOf } from '@/lib/player/groups'

/** The currency of what is not told in the player's own. */
const FALLBACK = 'EUR'

/** What a card costs and gives in a currency; where the card has none, in euros. */
export function rateFor(offer: ShopOffer, currency: string | undefined): ShopOffer['rates'][number] | undefined {
  const of = (code: string) => offer.rates.find((rate) => rate.currency === code)
  return (currency && of(currency)) || of(FALLBACK)
}

/** How many times `points` cover `cost`. */
export function quantityMax(points: number, cost: number): number {
  return Math.max(0, Math.floor(points / cost))
}

/** How many points are missing for `cost`. */
export function shortfall(points: number, cost: number): number {
  return Math.max(0, cost - points)
}

/** Whether `points` buy at least one of `offers`. */
export function isAnyAffordable(offers: readonly ShopOffer[], points: number | undefined, currency: string | undefined): boolean {
  if (points === undefined) return false
  return offers.some((offer) => {
    const rate = rateFor(offer, currency)
    return rate !== undefined && points >= rate.points
  })
}

/** What a player is asked before points are exchanged. */
export type ExchangeCheck = 'multi_account'

/** What a player is asked, in this order. */
export function checksFor(player: Pick<Player, 'statuses'>): ExchangeCheck[] {
  return groupsOf(player).includes(GROUP.multiAccount) ? ['multi_account'] : []
}
