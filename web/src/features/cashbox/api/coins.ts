import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'
import type { CoinAddress, CoinArrival } from '@/api/types'

/** The player's lasting addresses of coins. */
export const coinAddressesQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'coin-addresses'],
  queryFn: ({ signal }) => request('GET', '/api/player/coin_addresses', { signal }),
  staleTime: STALE_MS.live,
})

/** What came to them. Its key lies below that of payments: what reloads those after a gap reloads this too. */
export const coinArrivalsQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'payments', 'coins'],
  queryFn: async ({ signal }) => (await request('GET', '/api/player/coin_arrivals', { signal })).data,
  staleTime: STALE_MS.live,
})

/** Has the address for a coin issued, which stays the same. */
export async function haveCoinAddress(client: QueryClient, currency: string, idempotencyKey: string): Promise<void> {
  const address = await request('POST', '/api/player/coin_addresses', { body: { currency }, idempotencyKey })
  client.setQueryData<CoinAddress[]>(coinAddressesQuery.queryKey, (known = []) => [...known.filter((other) => other.address !== address.address), address])
}

function apply(client: QueryClient, arrival: CoinArrival) {
  client.setQueryData<CoinArrival[]>(coinArrivalsQuery.queryKey, (known) => known?.map((other) => (other.id === arrival.id ? arrival : other)))
}

/** Has held coins credited, where nothing speaks against it any more. */
export async function creditCoins(client: QueryClient, id: string, idempotencyKey: string): Promise<void> {
  apply(client, await request('POST', '/api/player/coin_arrivals/{id}/credit', { path: { id }, idempotencyKey }))
}

/** Sends held coins back to an own address. */
export async function sendCoinsBack(client: QueryClient, id: string, address: string, idempotencyKey: string): Promise<void> {
  apply(client, await request('POST', '/api/player/coin_arrivals/{id}/return', { path: { id }, body: { address }, idempotencyKey }))
}
