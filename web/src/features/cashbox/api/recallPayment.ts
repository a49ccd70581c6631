import type { QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { applyPayment } from '@/api/session/payments'
import type { Payment } from '@/api/types'

/** Takes a payout back while that is possible; the money returns to the wallet. */
export async function recallPayment(client: QueryClient, id: string): Promise<void> {
  applyPayment(client, await request<Payment>('POST', `/api/player/payments/${encodeURIComponent(id)}/recall`))
}
