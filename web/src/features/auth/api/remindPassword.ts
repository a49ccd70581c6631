import { request } from '@/api/client'

/**
 * Asks for a mail with a link to choose a new password. The server answers the same whether anybody has the address; a
 * refusal of the call (`ApiError`) is thrown on as it came.
 */
export async function remindPassword(user: { email: string; captcha: string | undefined }, idempotencyKey: string): Promise<void> {
  await request('POST', '/api/users/password', { body: { user }, idempotencyKey })
}
