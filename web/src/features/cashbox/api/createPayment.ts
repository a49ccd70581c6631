import type { QueryClient } from '@tanstack/react-query'
import { request, type Body } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { accountsQuery } from '@/api/session/accounts'
import { paymentQuery } from '@/api/session/payments'
import type { Payment } from '@/api/types'

/** A deposit or payout to start; `profile_id` names a stored card or account to use. */
export type NewPayment = Body<'POST', '/api/player/payments'>

/** Starts a deposit or payout. With a `redirect_url` it goes on at the partner's page. */
export async function createPayment(client: QueryClient, body: NewPayment, idempotencyKey: string): Promise<Payment> {
  const payment = await request('POST', '/api/player/payments', { body, idempotencyKey })
  client.setQueryData(paymentQuery(payment.id).queryKey, payment)
  void client.invalidateQueries({ queryKey: [PLAYER_SCOPE, 'payments', 'page'] })
  void client.invalidateQueries({ queryKey: accountsQuery.queryKey })
  return payment
}
