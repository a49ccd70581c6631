import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api/errors'
import type { Payment } from '@/api/types'
import type { fraudQuestion } from '../model/fraudQuestion'
import { askFraudCheck } from './askFraudCheck'
import { createPayment, type NewPayment } from './createPayment'

/** The code of a payment that the fraud rules refuse. */
export const DECLINED = 'payment_declined'

/** Asks the fraud check, then starts the payment. */
export async function startPayment(
  client: QueryClient,
  question: ReturnType<typeof fraudQuestion>,
  payment: NewPayment,
  idempotencyKey: string,
): Promise<Payment> {
  // A refusal like the server's own: it must not end the key of an earlier try that may have been carried out.
  if (!(await askFraudCheck(question))) throw new ApiError(403, DECLINED, 'The fraud check declined the payment.')
  return createPayment(client, payment, idempotencyKey)
}
