import type { QueryClient } from '@tanstack/react-query'
import { PLAYER_SCOPE } from '../keys'
import { accountsQuery } from './accounts'
import { limitsQuery } from './limits'
import { playerQuery } from './player'
import { statsQuery } from './stats'

/** Written when the active wallet changes, so that other tabs notice through the `storage` event. */
export const WALLET_MARK_KEY = 'croupier.wallet'

/** Tells this browser's other tabs that another wallet is the active one. */
export function notifyTabsOfWalletChange(): void {
  try {
    localStorage.setItem(WALLET_MARK_KEY, String(Date.now()))
  } catch {
    // Storage may be refused (private mode); then other tabs learn it from their next call.
  }
}

/** Asks anew for all that goes by the active wallet: the profile, the balances and sums, the limits, and the ways to pay. */
export function reloadWallet(client: QueryClient): void {
  for (const queryKey of [playerQuery.queryKey, accountsQuery.queryKey, statsQuery.queryKey, limitsQuery.queryKey, [PLAYER_SCOPE, 'payment-methods']]) {
    void client.invalidateQueries({ queryKey })
  }
}
