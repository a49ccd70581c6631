import type { Payment, PaymentMethod, Player } from '@/api/types'

/** VIP groups, the highest first. */
const STATUS_BY_GROUP: readonly (readonly [number, string])[] = [
  [759, 'Diamond'],
  [255, 'Platinum'],
  [259, 'Gold'],
  [258, 'Silver'],
  [257, 'Bronze'],
  [793, 'Bronze'],
]

/** What the player's groups make of him; without a VIP group a regular. */
export function playerStatus(player: Pick<Player, 'statuses'>): string {
  const ids = new Set(player.statuses.map(({ id }) => id))
  return STATUS_BY_GROUP.find(([group]) => ids.has(`group_${group}`))?.[1] ?? 'Regular'
}

/** First six and last four digits of a stored card (`424242******4242`); nothing without one. */
export function cardParts(masked: string | undefined): { card_first_six: string | null; card_last_four: string | null } {
  const parts = /^(\d{6})\D+(\d{4})$/.exec(masked ?? '')
  return { card_first_six: parts?.[1] ?? null, card_last_four: parts?.[2] ?? null }
}

interface PaymentToAsk {
  action: Payment['action']
  method: PaymentMethod
  amountCents: number
  currency: string
  /** Stored card that is used, as shown. */
  masked: string | undefined
}

/** What the fraud check is asked before money moves. The server trusts its own records over it. */
export function fraudQuestion(player: Player, fingerprint: string, { action, method, amountCents, currency, masked }: PaymentToAsk) {
  return {
    country: player.country,
    first_name: player.first_name,
    last_name: player.last_name,
    email: player.email,
    fingerprint,
    ...cardParts(masked),
    amount_cents: amountCents,
    currency,
    payment_system: method.brand,
    type: action === 'deposit' ? 'transaction' : 'payout',
    player_status: playerStatus(player),
  } as const
}
