import { useQuery } from '@tanstack/react-query'
import { call } from './client'
import type { CostStanding, FraudDryRunStanding, ScoringStanding } from './types'

/** Key of everything that is worked out from the log. */
export const CALCULATIONS = ['calculations']

/** While something is under way, it is asked for so often, in milliseconds. */
const EVERY_MS = 2_000

/** Whether a server is at it, or will be. */
export function isUnderWay(standing: Pick<CostStanding | FraudDryRunStanding | ScoringStanding, 'state'> | null | undefined): boolean {
  return standing?.state === 'waiting' || standing?.state === 'running'
}

/** What the draft of a document would have cost, as it was worked out last. */
export function useCost(path: string) {
  return useQuery({
    queryKey: [...CALCULATIONS, 'cost', path],
    queryFn: async ({ signal }) => (await call('GET', '/api/content/cost', { query: { path }, signal })).estimate,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? EVERY_MS : false),
  })
}

export function askCost(path: string, revision: number, idempotencyKey: string) {
  return call('POST', '/api/content/cost', { body: { path, revision }, idempotencyKey })
}

export function cancelCost(path: string, idempotencyKey: string) {
  return call('POST', '/api/content/cost/cancel', { body: { path }, idempotencyKey })
}

/** What the draft of the fraud rules would have decided, as it was worked out last. */
export function useFraudDryRun() {
  return useQuery({
    queryKey: [...CALCULATIONS, 'fraud-dry-run'],
    queryFn: async ({ signal }) => (await call('GET', '/api/fraud-rules/dry-run', { signal })).standing,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? EVERY_MS : false),
  })
}

export function askFraudDryRun(revision: number, idempotencyKey: string) {
  return call('POST', '/api/fraud-rules/dry-run', { body: { revision }, idempotencyKey })
}

export function cancelFraudDryRun(idempotencyKey: string) {
  return call('POST', '/api/fraud-rules/dry-run/cancel', { idempotencyKey })
}

/** The odds of the boxes of a text. */
export function useOdds(body: string) {
  return useQuery({ queryKey: [...CALCULATIONS, 'odds', body], queryFn: ({ signal }) => call('POST', '/api/content/odds', { body: { body }, signal }) })
}

/** The tournaments whose scoring can be done anew. */
export function useScoredTournaments() {
  return useQuery({ queryKey: [...CALCULATIONS, 'scorings'], queryFn: async ({ signal }) => (await call('GET', '/api/scorings', { signal })).tournaments })
}

/** The scoring of a tournament, as it was done anew last. */
export function useScoring(identifier: string) {
  return useQuery({
    queryKey: [...CALCULATIONS, 'scoring', identifier],
    queryFn: async ({ signal }) => (await call('GET', '/api/scorings/{identifier}', { path: { identifier }, signal })).standing,
    enabled: identifier !== '',
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? EVERY_MS : false),
  })
}

export function askScoring(identifier: string, idempotencyKey: string) {
  return call('POST', '/api/scorings/{identifier}', { path: { identifier }, idempotencyKey })
}

export function cancelScoring(identifier: string, idempotencyKey: string) {
  return call('POST', '/api/scorings/{identifier}/cancel', { path: { identifier }, idempotencyKey })
}
