import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { MINE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'
import type { TwoFactorEnrolment } from '@/api/types'
import type { SecondFactor } from './signIn'

const PATH = '/api/player/two_factor'

/** How the player's second factor stands. */
export const twoFactorQuery = queryOptions({
  queryKey: [MINE, 'two-factor'],
  queryFn: ({ signal }) => request('GET', PATH, { signal }),
  staleTime: STALE_MS.live,
})

/** Draws a secret for an authenticator app, by the password; it counts once `confirmTwoFactor` has shown that the app has it. */
export async function beginTwoFactor(password: string, idempotencyKey: string): Promise<TwoFactorEnrolment> {
  return await request('POST', PATH, { body: { password }, idempotencyKey })
}

/** Switches the second factor on by a code of the app; answers the recovery codes, which are not shown again. */
export async function confirmTwoFactor(otp: string, idempotencyKey: string): Promise<string[]> {
  const { recovery_codes } = await request('PUT', PATH, { body: { otp_attempt: otp }, idempotencyKey })
  return recovery_codes
}

/** Switches the second factor off. */
export async function disableTwoFactor(password: string, factor: SecondFactor, idempotencyKey: string): Promise<void> {
  await request('DELETE', PATH, { body: { password, ...factor }, idempotencyKey })
}

/** Draws new recovery codes; the old ones count no more. */
export async function renewRecoveryCodes(otp: string, idempotencyKey: string): Promise<string[]> {
  const { recovery_codes } = await request('POST', '/api/player/two_factor/recovery_codes', { body: { otp_attempt: otp }, idempotencyKey })
  return recovery_codes
}
