import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'
import type { TwoFactorEnrolment } from '@/api/types'
import type { Guard } from './passkeys'
import type { SecondFactor } from './signIn'

const PATH = '/api/player/two_factor'

/** How the player's second factor stands. */
export const twoFactorQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'two-factor'],
  queryFn: ({ signal }) => request('GET', PATH, { signal }),
  staleTime: STALE_MS.live,
})

/** Draws a secret for an authenticator app, by the password and what is asked beside; it counts once `confirmTwoFactor` has shown that the app has it. */
export async function beginTwoFactor(guard: Guard, idempotencyKey: string): Promise<TwoFactorEnrolment> {
  return await request('POST', PATH, { body: guard, idempotencyKey })
}

/** Switches the second factor on by a code of the app; answers the recovery codes, which are not shown again. */
export async function confirmTwoFactor(otp: string, idempotencyKey: string): Promise<string[]> {
  const { recovery_codes } = await request('PUT', PATH, { body: { otp_attempt: otp }, idempotencyKey })
  return recovery_codes
}

/** Switches the second factor off. */
export async function disableTwoFactor(guard: Guard, idempotencyKey: string): Promise<void> {
  await request('DELETE', PATH, { body: guard, idempotencyKey })
}

/** Draws new recovery codes; the old ones count no more. */
export async function renewRecoveryCodes(factor: Exclude<SecondFactor, { recovery_code: string }>, idempotencyKey: string): Promise<string[]> {
  const { recovery_codes } = await request('POST', '/api/player/two_factor/recovery_codes', { body: factor, idempotencyKey })
  return recovery_codes
}
