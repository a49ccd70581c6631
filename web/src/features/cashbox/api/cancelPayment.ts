import type { QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { applyPayment } from '@/api/session/payments'
import { markAnnounced } from '../model/announcedPayments'

/** Gives up a deposit that waits for being paid. */
export async function cancelPayment(client: QueryClient, id: string, idempotencyKey: string): Promise<void> {
  const payment = await request('POST', '/api/player/payments/{id}/cancel', { path: { id }, idempotencyKey })
  // Who canceled it needs no toast that says so.
  markAnnounced(id, Date.now())
  applyPayment(client, payment)
}
