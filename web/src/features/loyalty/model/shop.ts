import type { Player, PurchaseRequest, ShopOffer } from '@/api/types'
import { GROUP, groupsOf } from '@/domain/player/groups'

/** The currency of what is not told in the player's own. */
const FALLBACK = 'EUR'

/** What a card costs and gives in a currency; where the card has none, in euros. */
export function rateFor(offer: ShopOffer, currency: string | undefined): ShopOffer['rates'][number] | undefined {
  return amountsIn(offer.rates, currency)
}

/** What one of a card costs, in points. */
export function costOf(offer: ShopOffer, currency: string | undefined): number | undefined {
  return offer.rate?.points ?? rateFor(offer, currency)?.points
}

/** How many times `points` cover `cost`, at most `countMax` times. */
export function quantityMax(points: number, cost: number, countMax = Number.POSITIVE_INFINITY): number {
  return Math.max(0, Math.min(countMax, Math.floor(points / cost)))
}

/** What the server is asked for `count` of a card that costs `cost`, on the terms that the player sees. */
export function purchaseOf({ type, group, rate, terms }: ShopOffer, cost: number, count: number): PurchaseRequest {
  const lottery = rate?.lottery_ids[0]
  return { type, group, points: cost * count, terms, ...(lottery !== undefined && { lottery_id: lottery, tickets_count: count }) }
}

/** What an address names a card by: cards of lotteries may share a group. */
export interface CardName {
  type: string
  group: string
  /** The address of its lottery; a card of any lottery is meant without. */
  lottery: string | undefined
}

/** Where a card is exchanged for. */
export function addressOf({ type, group, lottery_slug: lottery }: ShopOffer): string {
  return `/rocket-mart/exchange/${type}/${group}${lottery === null ? '' : `?lottery=${encodeURIComponent(lottery)}`}`
}

/** The card that is meant. */
export function offerOf(offers: readonly ShopOffer[] | undefined, { type, group, lottery }: CardName): ShopOffer | undefined {
  return offers?.find(
    (offer) => offer.type === type && offer.group === group && (lottery === undefined || offer.lottery_slug === null || offer.lottery_slug === lottery),
  )
}

/** Whether a card is still sold at `now` (Unix milliseconds). */
export function isSold({ end_at }: Pick<ShopOffer, 'end_at'>, now: number): boolean {
  return end_at === null || now < Date.parse(end_at)
}

/** The types of rewards; special ones are tickets and boxes together. */
export const REWARD_TYPE = {
  MONEY: 'money',
  FREE_SPINS: 'freespins',
  SPECIAL_REWARDS: 'special_rewards',
  LOTTERIES: 'lotteries',
  LOOTBOXES: 'lootboxes',
} as const

/** The tabs of the shop. */
export type ShopTab = (typeof REWARD_TYPE)['MONEY' | 'FREE_SPINS' | 'SPECIAL_REWARDS']

/** Under which tab a card stands. */
export function tabOf({ type }: Pick<ShopOffer, 'type'>): ShopTab {
  return type === REWARD_TYPE.LOTTERIES || type === REWARD_TYPE.LOOTBOXES ? REWARD_TYPE.SPECIAL_REWARDS : type
}

/** What of a list by currency is in `currency`; where it has none, or it is not known, what stands for euros. */
export function amountsIn<T extends { currency: string }>(currencies: readonly T[], currency: string | undefined): T | undefined {
  const of = (code: string | undefined) => currencies.find((amounts) => amounts.currency === code)
  return of(currency) ?? of(FALLBACK)
}

/** How many points are missing for `cost`. */
export function shortfall(points: number, cost: number): number {
  return Math.max(0, cost - points)
}

/** Whether `points` buy at least one of `offers`. */
export function isAnyAffordable(offers: readonly ShopOffer[], points: number | undefined, currency: string | undefined): boolean {
  if (points === undefined) return false
  return offers.some((offer) => {
    const cost = costOf(offer, currency)
    return cost !== undefined && points >= cost
  })
}

/** What a player is asked before points are exchanged. */
export type ExchangeCheck = 'multi_account' | 'bonuses'

/** What a player is asked, in this order; free spins and bonus money are a bonus and a box can hold one, so they take a player who wants bonuses. */
export function checksFor(player: Pick<Player, 'statuses' | 'can_issue_bonuses'>, { type, bonus }: Pick<ShopOffer, 'type' | 'bonus'>): ExchangeCheck[] {
  const isMarked = groupsOf(player).includes(GROUP.multiAccount)
  const wantsNone = (type === REWARD_TYPE.LOOTBOXES || type === REWARD_TYPE.FREE_SPINS || Boolean(bonus)) && !player.can_issue_bonuses
  return [...(isMarked ? (['multi_account'] as const) : []), ...(wantsNone ? (['bonuses'] as const) : [])]
}
