import type { PurchaseRequest } from '@/api/types'
import type { CardName } from './shop'

/** Exchanges that were asked for on this page and of which nobody knows yet what became, by player and card. */
const undecided = new Map<string, PurchaseRequest>()

const nameOf = (player: number, { type, group, lottery = '' }: CardName) => `${player} ${type} ${group} ${lottery}`

/** The exchange of a card that is not decided: it is asked for again word for word, so that the server knows it again. */
export function undecidedExchange(player: number | undefined, card: CardName): PurchaseRequest | undefined {
  return player === undefined ? undefined : undecided.get(nameOf(player, card))
}

/** Notes that an exchange was asked for. */
export function keepUndecided(player: number, card: CardName, purchase: PurchaseRequest): void {
  undecided.set(nameOf(player, card), purchase)
}

/** Notes that the server has decided about an exchange. */
export function dropUndecided(player: number, card: CardName): void {
  undecided.delete(nameOf(player, card))
}
