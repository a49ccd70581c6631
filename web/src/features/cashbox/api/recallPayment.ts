import type { QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { applyPayment } from '@/api/session/payments'

/** Takes a payout back while that is possible; the money returns to the wallet. */
export async function recallPayment(client: QueryClient, id: string, idempotencyKey: string): Promise<void> {
  applyPayment(client, await request('POST', '/api/player/payments/{id}/recall', { path: { id }, idempotencyKey }))
}
