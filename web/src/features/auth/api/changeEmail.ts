import { request } from '@/api/client'
import type { SecondFactor } from './signIn'

/** Another address, with what shows that the player asks for it. */
export type NewEmail = { email: string; current_password: string } & Partial<SecondFactor>

/** Asks to use another address, which counts once the link that is mailed there was opened. */
export async function changeEmail(user: NewEmail, idempotencyKey: string): Promise<void> {
  await request('POST', '/api/users/email', { body: { user }, idempotencyKey })
}
