import type { CoinArrival } from '@/api/types'

/** How long coins that went back are still told of. */
const TOLD_MS = 7 * 86_400_000

/** Whether an arrival is told of beside the payments: one that was credited is among them. */
export function isShown({ state, seen_at }: CoinArrival): boolean {
  if (state === 'returned') return Date.parse(seen_at) > Date.now() - TOLD_MS
  return state !== 'credited' && state !== 'dropped'
}
