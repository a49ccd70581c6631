import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import type { ReportGroup } from './types'

/** What a report is about. What is null is not asked for. */
export interface ReportFilter {
  /** `YYYY-MM-DD`, in UTC. */
  from: string
  to: string
  currency: string | null
  brand: string | null
  licence: string | null
  country: string | null
  provider: string | null
}

/** Key of everything about reports. */
const REPORTS = ['reports']

/** Bets, wins, costs, payments and players of a period, given apart by `by`. */
export const reportQuery = (filter: ReportFilter, by: ReportGroup) =>
  queryOptions({ queryKey: [...REPORTS, 'figures', filter, by], queryFn: ({ signal }) => call('GET', '/api/reports', { query: { ...filter, by }, signal }) })

export const retentionQuery = (filter: ReportFilter) =>
  queryOptions({
    queryKey: [...REPORTS, 'retention', filter],
    queryFn: ({ signal }) => call('GET', '/api/reports/retention', { query: { ...filter }, signal }),
  })

export const taxesQuery = (filter: ReportFilter) =>
  queryOptions({ queryKey: [...REPORTS, 'taxes', filter], queryFn: ({ signal }) => call('GET', '/api/reports/taxes', { query: { ...filter }, signal }) })

/** Brands, licences, countries and providers that reports can be asked for by. */
export const reportChoicesQuery = queryOptions({
  queryKey: [...REPORTS, 'choices'],
  queryFn: ({ signal }) => call('GET', '/api/reports/choices', { signal }),
  staleTime: Infinity,
})
