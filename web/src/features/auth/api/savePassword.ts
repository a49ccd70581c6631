import { request } from '@/api/client'
import type { SecondFactor } from './signIn'

/** The new password, typed twice, with what allows to set it: the token of a mail, or the current password of a player and a code. */
export type NewPassword = { password: string; password_confirmation: string } & (
  { reset_password_token: string } | ({ current_password: string } & Partial<SecondFactor>)
)

/** Chooses the password of a player whose account was made without a form. */
export async function saveFirstPassword(user: { password: string; password_confirmation: string }, idempotencyKey: string): Promise<void> {
  await request('PUT', '/api/users/password', { body: { user }, idempotencyKey })
}

/** Puts a new password in the place of the old one. */
export async function savePassword(user: NewPassword, idempotencyKey: string): Promise<void> {
  await request('PUT', '/api/users/password', { body: { user }, idempotencyKey })
}
