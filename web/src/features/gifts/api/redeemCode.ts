import type { QueryClient } from '@tanstack/react-query'
import { request, type Answer } from '@/api/client'
import { applyBonus, applyFreespins } from '@/api/session/bonuses'

/** What became of a code. */
export type CodeStatus = Answer<'POST', '/api/bonuses/coupon'>['status']

/** Redeems a code of the casino. */
export async function redeemCode(client: QueryClient, code: string, idempotencyKey: string): Promise<CodeStatus> {
  const { status, bonus, freespins } = await request('POST', '/api/bonuses/coupon', { body: { coupon_code: code }, idempotencyKey })
  if (bonus) applyBonus(client, bonus)
  if (freespins) applyFreespins(client, freespins)
  return status
}
