import type { QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { reloadAfterBonusChange } from '@/api/session/bonuses'

/** Chooses the bonus of the next deposit by its code. */
export async function setBonusCode(client: QueryClient, code: string, idempotencyKey: string): Promise<void> {
  await request('PATCH', '/api/player/set_bonus_code', { body: { deposit_bonus_code: code }, idempotencyKey })
  reloadAfterBonusChange(client)
}

/** Chooses no bonus for the next deposit. */
export async function clearBonusCode(client: QueryClient, idempotencyKey: string): Promise<void> {
  await request('DELETE', '/api/player/clear_bonus_code', { idempotencyKey })
  reloadAfterBonusChange(client)
}

/** Says whether the player wants bonuses at all. */
export async function switchBonuses(client: QueryClient, canIssue: boolean, idempotencyKey: string): Promise<void> {
  await request('PATCH', '/api/player/update_bonus_settings', { body: { can_issue: canIssue }, idempotencyKey })
  reloadAfterBonusChange(client)
}
