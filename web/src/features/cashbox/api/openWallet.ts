import type { QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { accountsQuery } from '@/api/session/accounts'
import type { Account } from '@/api/types'

/** Opens the wallet of a currency, or makes an open one the active one. */
export async function openWallet(client: QueryClient, currency: string): Promise<void> {
  client.setQueryData(accountsQuery.queryKey, await request<Account[]>('POST', '/api/player/accounts', { body: { currency } }))
}
