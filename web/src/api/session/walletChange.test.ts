import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { accountsQuery } from './accounts'
import { limitsQuery } from './limits'
import { playerQuery } from './player'
import { statsQuery } from './stats'
import { reloadWallet } from './walletChange'

test('another wallet brings its profile, balances, sums and limits', () => {
  const client = new QueryClient()
  const keys = [playerQuery.queryKey, accountsQuery.queryKey, statsQuery.queryKey, limitsQuery.queryKey]
  for (const key of keys) client.setQueryData<unknown>(key, [])
  reloadWallet(client)
  for (const key of keys) expect(client.getQueryState(key)?.isInvalidated, key.join(' ')).toBe(true)
})
