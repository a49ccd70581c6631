import { call } from './client'
import { useList, type List } from './lists'
import type { BonusAbuse } from './types'

/** Wallets whose play makes sense against the terms of bonuses alone, those with the most signs first. */
export function useBonusAbuse(): List<BonusAbuse> {
  return useList(['bonus-abuse'], async (_: string | null, signal) => ({ rows: await call('GET', '/api/bonus-abuse', { signal }), next: null }))
}
