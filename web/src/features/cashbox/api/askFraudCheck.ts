import { request } from '@/api/client'
import { logError } from '@/platform/log'
import type { fraudQuestion } from '../model/fraudQuestion'

/** Whether a payment may go on. When the check cannot be had it may: the server weighs every payment again. */
export async function askFraudCheck(question: ReturnType<typeof fraudQuestion>): Promise<boolean> {
  try {
    const { decision } = await request('POST', '/api/users/transaction', { body: question })
    return decision !== 'decline'
  } catch (error) {
    logError('FRAUD_CHECK_ERROR', error)
    return true
  }
}
