import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request, type Answer } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { playerFrom, playerQuery } from '@/api/session/player'
import type { PlayerChanges } from '@/api/session/updatePlayer'
import { STALE_MS } from '@/api/staleTimes'
import { newIdempotencyKey } from '@/api/transport'
import type { Player } from '@/api/types'
import { currentLocale } from '@/i18n/messages'
import { deviceFingerprint } from '@/platform/fingerprint'
import { logError } from '@/platform/log'
import { enter } from './signIn'

const OWN = '/api/player/auth_providers'

/** What the way to a provider is for. */
export type ProviderPurpose = 'sign_in' | 'link' | 'reauth'

/** What came of it. */
export type Arrival = Answer<'POST', '/api/auth_providers/finish'>

/** The providers of sign-in; none in most houses. */
export const providersQuery = queryOptions({
  queryKey: ['auth-providers'],
  queryFn: ({ signal }) => request('GET', '/api/auth_providers', { signal }),
  staleTime: STALE_MS.reference,
})

/** The providers that the player is linked with. */
export const providerLinksQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'auth-providers'],
  queryFn: ({ signal }) => request('GET', OWN, { signal }),
  staleTime: STALE_MS.live,
})

/** Leaves the site for the provider `name`, which leads back to `returnTo`, a path with its language. */
export async function goToProvider(name: string, purpose: ProviderPurpose, returnTo: string): Promise<void> {
  const body = { purpose, return_to: returnTo, locale: currentLocale() }
  const { url } = await request('POST', '/api/auth_providers/{name}/flows', { path: { name }, body, idempotencyKey: newIdempotencyKey() })
  window.location.assign(url)
}

/** Ends a sign-in at a provider with what the browser was sent back with, and loads who is signed in by it. */
export async function finishProviderSignIn(client: QueryClient, sentBack: { state: string; code?: string; error?: string; iss?: string }): Promise<Arrival> {
  try {
    const arrival = await request('POST', '/api/auth_providers/finish', { body: { ...sentBack, dfpc: deviceFingerprint() } })
    if (arrival.outcome === 'signed_in' || arrival.outcome === 'signed_up') await enter(client)
    return arrival
  } catch (error) {
    logError('LOGIN_ERROR', error)
    throw error
  }
}

/** Takes the link that was offered, now that its player is signed in. */
export async function acceptProviderLink(client: QueryClient): Promise<void> {
  const links = await request('POST', OWN, { idempotencyKey: newIdempotencyKey() })
  client.setQueryData(providerLinksQuery.queryKey, links)
}

/** Ends a link of the player. */
export async function unlinkProvider(id: string, idempotencyKey: string): Promise<void> {
  await request('DELETE', '/api/player/auth_providers/{id}', { path: { id }, idempotencyKey })
}

/** Fills in what is missing of an account that a provider has made, and shows it everywhere. */
export async function completeAccount(client: QueryClient, user: PlayerChanges, idempotencyKey: string): Promise<Player> {
  const player = await request('POST', '/api/auth_providers/update_details', { body: { user }, idempotencyKey })
  client.setQueryData(playerQuery.queryKey, playerFrom(player))
  // The country decides what is asked and which wallets there are.
  void client.invalidateQueries({ queryKey: ['info', 'player-fields'] })
  void client.invalidateQueries({ queryKey: [PLAYER_SCOPE] })
  return player
}
