import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import type { FlagRule } from './types'

/** Key of everything about switches of the site. */
export const FLAGS = ['flags']

/** Every switch of the site. */
export const flagsQuery = queryOptions({ queryKey: [...FLAGS, 'all'], queryFn: ({ signal }) => call('GET', '/api/flags', { signal }) })

/** A switch with its versions. */
export const flagQuery = (name: string) =>
  queryOptions({ queryKey: [...FLAGS, 'one', name], queryFn: ({ signal }) => call('GET', '/api/flags/{name}', { path: { name }, signal }) })

/** What came of the A/B tests of a switch. */
export const flagResultsQuery = (name: string) =>
  queryOptions({ queryKey: [...FLAGS, 'results', name], queryFn: ({ signal }) => call('GET', '/api/flags/{name}/results', { path: { name }, signal }) })

/** Puts a rule in force after the version that was seen last. */
export function changeFlag(name: string, version: number, rule: FlagRule, reason: string, idempotencyKey: string) {
  return call('POST', '/api/flags/{name}', { path: { name }, body: { version, rule, reason }, idempotencyKey })
}
