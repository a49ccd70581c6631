import type { QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { applyBonus, applyFreespins } from '@/api/session/bonuses'
import type { Bonus } from '@/api/types'
import type { Gift } from '../model/gifts'

/** Which gift is meant. */
interface GiftName {
  type: Gift['type']
  gift: { id: string }
}

/** Activates a gift; answers the stage that it has then. */
export async function activateGift(client: QueryClient, { type, gift: { id } }: GiftName, idempotencyKey: string): Promise<string> {
  if (type === 'bonus') {
    const bonus = await request('POST', '/api/player/bonuses/{id}/activation', { path: { id }, idempotencyKey })
    applyBonus(client, bonus)
    return bonus.stage
  }
  const grant = await request('POST', '/api/player/freespins/{id}/activation', { path: { id }, idempotencyKey })
  applyFreespins(client, grant)
  return grant.stage
}

/** Puts the bonuses that wait in a wallet into the order of `ids`. */
export async function orderBonuses(client: QueryClient, ids: string[], idempotencyKey: string): Promise<Bonus[]> {
  const ordered = await request('PATCH', '/api/player/bonuses/order', { body: { ids }, idempotencyKey })
  for (const bonus of ordered) applyBonus(client, bonus)
  return ordered
}

/** Gives a gift up for good. */
export async function cancelGift(client: QueryClient, { type, gift: { id } }: Gift, idempotencyKey: string): Promise<void> {
  if (type === 'bonus') applyBonus(client, await request('DELETE', '/api/player/bonuses/{id}', { path: { id }, idempotencyKey }))
  else applyFreespins(client, await request('DELETE', '/api/player/freespins/{id}', { path: { id }, idempotencyKey }))
}
