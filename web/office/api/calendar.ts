import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from './client'
import type { CalendarKind } from './types'

/** Every kind of what is planned, in the order in which filters name them. */
export const KINDS = [
  'offer',
  'mass_gift',
  'coupon',
  'tournament',
  'quest',
  'achievement',
  'lottery',
  'adventure',
  'notification',
  'notice',
  'banner',
  'publication',
] as const satisfies CalendarKind[]

export interface CalendarFilter {
  /** RFC 3339, UTC; the second one is no part of the period. */
  from: string
  to: string
  kind?: CalendarKind
  brand?: string
}

/** What is planned within a period. Another month is shown over the one before until it is there. */
export const calendarQuery = (filter: CalendarFilter) =>
  queryOptions({
    queryKey: ['calendar', filter],
    queryFn: ({ signal }) => call('GET', '/api/calendar', { query: filter, signal }),
    placeholderData: keepPreviousData,
  })
