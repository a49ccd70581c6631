import { KINDS } from '../../api/calendar'
import type { CalendarKind } from '../../api/types'

export interface CalendarSearch {
  /** `YYYY-MM`; the present month without it. */
  month?: string
  kind?: CalendarKind
  brand?: string
  view: 'month' | 'list'
}

/** What the address says of the calendar. */
export function calendarSearch({ month, kind, brand, view }: Record<string, unknown>): CalendarSearch {
  return {
    month: typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : undefined,
    kind: KINDS.find((known) => known === kind),
    brand: typeof brand === 'string' && brand !== '' ? brand : undefined,
    view: view === 'list' ? 'list' : 'month',
  }
}
