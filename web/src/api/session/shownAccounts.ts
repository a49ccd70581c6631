import { useSyncExternalStore } from 'react'
import type { Account } from '../types'
import { useAccounts, useActiveAccount } from './accounts'
import { heldBalances, subscribeToHold, type Amounts } from './balanceHold'

function useHeld(): ReadonlyMap<string, Amounts> | null {
  return useSyncExternalStore(subscribeToHold, heldBalances, () => null)
}

const asShown = <A extends Account | undefined>(account: A, amounts: ReadonlyMap<string, Amounts> | null): A =>
  account && amounts?.has(account.currency) ? { ...account, ...amounts.get(account.currency) } : account

/** The wallets with the amounts that may be shown now. */
export function useShownAccounts(): Account[] | undefined {
  const accounts = useAccounts()
  const amounts = useHeld()
  return accounts?.map((account) => asShown(account, amounts))
}

/** The wallet that bets are paid from, with the amount that may be shown now. */
export function useShownAccount(): Account | undefined {
  return asShown(useActiveAccount(), useHeld())
}
