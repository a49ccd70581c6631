import { queryOptions, type Query } from '@tanstack/react-query'
import { STALE_MS } from '../staleTimes'

/** How long a page that stays open leaves the server alone after a failure. */
const RETRY_AFTER_MS = 60_000

/** For `refetchInterval`: asks again after a while for what has failed, and for nothing else. */
export function whenFailed<Answer>({ state }: Pick<Query<Answer>, 'state'>): number | false {
  return state.status === 'error' && RETRY_AFTER_MS
}

/**
 * A setting that the operator gives the site, kept under `key`; `ask` is its call. A failure is no answer: what is shown
 * without one is decided where it is shown, and the setting is asked for again.
 */
export function configQuery<Answer, const Key extends readonly unknown[]>(key: Key, ask: (signal: AbortSignal) => Promise<Answer>) {
  return queryOptions({
    queryKey: ['config', ...key] as const,
    queryFn: ({ signal }) => ask(signal),
    staleTime: STALE_MS.reference,
    refetchInterval: whenFailed,
  })
}
