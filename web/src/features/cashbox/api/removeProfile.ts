import type { QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'

/** Forgets a stored card. */
export async function removeProfile(client: QueryClient, id: string, idempotencyKey: string): Promise<void> {
  await request('DELETE', '/api/player/payment_profiles/{id}', { path: { id }, idempotencyKey })
  await client.invalidateQueries({ queryKey: [PLAYER_SCOPE, 'payment-methods'] })
}
