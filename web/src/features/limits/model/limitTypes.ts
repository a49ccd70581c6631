import type { UserLimit } from '@/api/types'
import { tOptional } from '@/i18n/messages'

export type LimitType = UserLimit['type']
export type LimitPeriod = UserLimit['period']

/** The types with their periods, in the order of the page. */
export const LIMIT_TYPES: readonly { type: LimitType; periods: readonly LimitPeriod[] }[] = [
  { type: 'loss', periods: ['day', 'week', 'month'] },
  { type: 'wager', periods: ['day', 'week', 'month'] },
  { type: 'deposit', periods: ['day', 'week', 'month'] },
  { type: 'session', periods: ['day', 'week', 'month'] },
  { type: 'coolingoff', periods: ['day', 'day_3', 'week', 'month'] },
  { type: 'selfexclusion', periods: ['month_3', 'month_6', 'month_9', 'month_12', 'forever'] },
]

/** Whether a type is a pause, which has no cap. */
export function isPause(type: string): boolean {
  return type === 'coolingoff' || type === 'selfexclusion'
}

/** The name of a type; one that the site does not know is shown by its code. */
export function typeText(type: string): string {
  return tOptional(`limits.type.${type}`, type)
}

/** The name of a period; one that the site does not know is shown by its code. */
export function periodText(period: string): string {
  return tOptional(`limits.period.${period}`, period)
}

const DAYS: Partial<Record<LimitPeriod, number>> = { day: 1, day_3: 3, week: 7 }
const MONTHS: Partial<Record<LimitPeriod, number>> = { month: 1, month_3: 3, month_6: 6, month_9: 9, month_12: 12 }

/**
 * When a pause ends that begins at `from` (Unix milliseconds), as the server counts it: calendar months of UTC, on the
 * last day of a shorter month. Null when it has no end.
 */
export function pauseEnd(period: LimitPeriod, from: number): Date | null {
  const days = DAYS[period]
  if (days !== undefined) return new Date(from + days * 86_400_000)
  const months = MONTHS[period]
  if (months === undefined) return null
  const end = new Date(from)
  const day = end.getUTCDate()
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + months)
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(day, last))
  return end
}
