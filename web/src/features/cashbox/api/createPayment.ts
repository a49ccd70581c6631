import type { QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { MINE } from '@/api/keys'
import { accountsQuery } from '@/api/session/accounts'
import { paymentQuery } from '@/api/session/payments'
import type { Payment } from '@/api/types'

export interface NewPayment {
  action: Payment['action']
  payment_method_id: string
  currency: string
  amount_cents: number
  /** A stored card to use. */
  profile_id?: string
  fields?: { address: string }
}

/** Starts a deposit or payout. With a `redirect_url` it goes on at the partner's page. */
export async function createPayment(client: QueryClient, body: NewPayment, idempotencyKey: string): Promise<Payment> {
  const payment = await request<Payment>('POST', '/api/player/payments', { body, idempotencyKey })
  client.setQueryData(paymentQuery(payment.id).queryKey, payment)
  void client.invalidateQueries({ queryKey: [MINE, 'payments', 'page'] })
  void client.invalidateQueries({ queryKey: accountsQuery.queryKey })
  return payment
}
