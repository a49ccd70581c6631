import type { QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { applyPayment } from '@/api/session/payments'
import type { Payment } from '@/api/types'

/** Asks where a deposit that waits can be paid; without a `redirect_url` it no longer can. */
export async function resumePayment(client: QueryClient, id: string, idempotencyKey: string): Promise<Payment> {
  const payment = await request('POST', '/api/player/payments/{id}/resume', { path: { id }, idempotencyKey })
  applyPayment(client, payment)
  return payment
}
