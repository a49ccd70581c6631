import { request } from '@/api/client'

/** Gives the password again, so that the session may move money. */
export async function reauthenticate(password: string): Promise<void> {
  await request('POST', '/api/users/reauthenticate', { body: { password } })
}
