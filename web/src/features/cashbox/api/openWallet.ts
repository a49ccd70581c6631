import type { QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { accountsQuery } from '@/api/session/accounts'
import { reloadWallet, notifyTabsOfWalletChange } from '@/api/session/walletChange'

/** Opens the wallet of a currency, or makes an open one the active one; all that goes by the active wallet follows, in other tabs too. */
export async function openWallet(client: QueryClient, currency: string, idempotencyKey: string): Promise<void> {
  // An older answer must not bring the old wallet back.
  await client.cancelQueries({ queryKey: accountsQuery.queryKey })
  client.setQueryData(accountsQuery.queryKey, await request('POST', '/api/player/accounts', { body: { currency }, idempotencyKey }))
  reloadWallet(client)
  notifyTabsOfWalletChange()
}

/** Closes an empty wallet: it is no longer listed until money comes or it is chosen. */
export async function closeWallet(client: QueryClient, currency: string, idempotencyKey: string): Promise<void> {
  await client.cancelQueries({ queryKey: accountsQuery.queryKey })
  client.setQueryData(accountsQuery.queryKey, await request('DELETE', '/api/player/accounts/{currency}', { path: { currency }, idempotencyKey }))
}
