import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { playerQuery } from '@/api/session/player'
import { STALE_MS } from '@/api/staleTimes'
import { currentLocale } from '@/i18n/messages'

/** What the player wants to be sent. */
export interface Subscriptions {
  receive_promos: boolean
  receive_sms_promos: boolean
}

/** Offers by e-mail and SMS, as the player has chosen. */
export const subscriptionsQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'subscriptions'],
  queryFn: ({ signal }) => request('GET', '/api/subscriptions', { signal }),
  staleTime: STALE_MS.live,
})

/** Saves what the player wants to be sent. */
export async function saveSubscriptions(client: QueryClient, wanted: Subscriptions, idempotencyKey: string): Promise<void> {
  const kept = await request('PUT', '/api/subscriptions', { body: wanted, idempotencyKey })
  client.setQueryData(subscriptionsQuery.queryKey, kept)
  await client.invalidateQueries({ queryKey: playerQuery.queryKey })
}

/** Subscribes the player to offers by e-mail; answers whether that was so before. */
export async function subscribePromos(client: QueryClient, idempotencyKey: string): Promise<'already' | 'done'> {
  const now = await client.fetchQuery({ ...subscriptionsQuery, staleTime: 0 })
  if (now.receive_promos) return 'already'
  await saveSubscriptions(client, { ...now, receive_promos: true }, idempotencyKey)
  return 'done'
}

/** Asks for offers without an account: a mail with a link to confirm the wish goes to the address, whoever has it. */
export async function askForOffers({ email, captcha }: { email: string; captcha: string | undefined }, idempotencyKey: string): Promise<void> {
  const body = { email, locale: currentLocale(), ...(captcha !== undefined && { captcha }) }
  await request('POST', '/api/subscriptions', { body, idempotencyKey })
}

/** Confirms the wish for offers with the token of a mail; answers whether they came before. Works without a session. */
export async function confirmOffers(client: QueryClient, token: string): Promise<'already' | 'done'> {
  const { outcome } = await request('POST', '/api/subscriptions/confirm', { body: { token } })
  await reloadWishes(client)
  return outcome
}

/** Ends offers by e-mail with the token of a mail. Works without a session, any number of times. */
export async function unsubscribe(client: QueryClient, token: string): Promise<void> {
  await request('POST', '/api/subscriptions/unsubscribe', { body: { token } })
  await reloadWishes(client)
}

async function reloadWishes(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: playerQuery.queryKey }), client.invalidateQueries({ queryKey: subscriptionsQuery.queryKey })])
}
