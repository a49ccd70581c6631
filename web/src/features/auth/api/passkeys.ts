import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'
import { newIdempotencyKey } from '@/api/transport'
import { logError } from '@/platform/log'
import { makePasskey, showPasskey } from '@/platform/passkeys'
import { enter, type SecondFactor } from './signIn'

const PATH = '/api/player/passkeys'

/** What shows that the player asks for a change. */
export type Guard = { password: string } & Partial<SecondFactor>

/** The player's passkeys, and whether one is asked for after the password. */
export const passkeysQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'passkeys'],
  queryFn: ({ signal }) => request('GET', PATH, { signal }),
  staleTime: STALE_MS.live,
})

/** Asks the player for a passkey. `inForm` waits until one is picked in a field of the page. */
export async function takePasskey(how: { inForm?: boolean; signal?: AbortSignal } = {}): Promise<object> {
  const { public_key } = await request('POST', '/api/passkeys/challenges', { signal: how.signal, idempotencyKey: newIdempotencyKey() })
  return await showPasskey(public_key, how)
}

/** Signs the owner of the passkey in. */
export async function signInByPasskey(client: QueryClient, passkey: object, dfpc: string): Promise<void> {
  try {
    await request('POST', '/api/users/sign_in/passkey', {
      body: { user: { passkey: passkey as Record<string, never>, dfpc } },
      idempotencyKey: newIdempotencyKey(),
    })
    await enter(client)
  } catch (error) {
    logError('LOGIN_ERROR', error)
    throw error
  }
}

/** Shows a passkey in place of the password, so that the session may move money. */
export async function reauthenticateByPasskey(): Promise<void> {
  const passkey = (await takePasskey()) as Record<string, never>
  await request('POST', '/api/users/reauthenticate', { body: { passkey } })
}

/** Makes a passkey on this device and registers it. Each try makes another one, so each has a key of its own. */
export async function addPasskey(name: string, guard: Guard): Promise<void> {
  const { public_key } = await request('POST', `${PATH}/registrations`, { body: guard, idempotencyKey: newIdempotencyKey() })
  const passkey = (await makePasskey(public_key)) as Record<string, never>
  await request('POST', PATH, { body: { name, passkey }, idempotencyKey: newIdempotencyKey() })
}

/** Gives a passkey another name. */
export async function renamePasskey(id: string, name: string, idempotencyKey: string): Promise<void> {
  await request('PATCH', '/api/player/passkeys/{id}', { path: { id }, body: { name }, idempotencyKey })
}

/** Removes a passkey. */
export async function removePasskey(id: string, guard: Guard, idempotencyKey: string): Promise<void> {
  await request('DELETE', '/api/player/passkeys/{id}', { path: { id }, body: guard, idempotencyKey })
}

/** Asks for a passkey after the password from now on; answers the recovery codes, where there were none. */
export async function requirePasskey(guard: Guard, idempotencyKey: string): Promise<string[]> {
  const { recovery_codes } = await request('PUT', `${PATH}/required`, { body: guard, idempotencyKey })
  return recovery_codes
}

/** Asks for a passkey after the password no more. */
export async function stopRequiringPasskey(guard: Guard, idempotencyKey: string): Promise<void> {
  await request('DELETE', `${PATH}/required`, { body: guard, idempotencyKey })
}
