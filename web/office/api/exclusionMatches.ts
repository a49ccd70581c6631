import { call } from './client'
import { useList, type List } from './lists'
import type { ExclusionMatch } from './types'

/** Who was taken for an excluded player, newest first: refused sign-ups, or accounts. */
export function useExclusionMatches(of: 'sign_ups' | 'accounts'): List<ExclusionMatch> {
  return useList(['exclusion-matches', of], async (after: string | null, signal) => {
    const { matches, next } = await call('GET', '/api/exclusion-matches', { query: { of, after }, signal })
    return { rows: matches, next }
  })
}
