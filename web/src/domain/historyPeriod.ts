/** The periods of which the histories of rounds and payments can be seen. */
export const HISTORY_PERIODS = ['day', 'week', 'month', 'all'] as const
export type HistoryPeriod = (typeof HISTORY_PERIODS)[number]

/** The period of that name, a month for any other word. */
export function historyPeriod(word: unknown): HistoryPeriod {
  return HISTORY_PERIODS.find((period) => period === word) ?? 'month'
}

const DAY_MS = 24 * 60 * 60_000
const LENGTHS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS, all: null }

/**
 * Start of a period that ends now, RFC 3339; null for all time. It stands on the minute, so that the same period keeps the same
 * answer for a while.
 */
export function startOf(period: HistoryPeriod, nowMs: number): string | null {
  const length = LENGTHS[period]
  return length === null ? null : new Date(Math.floor((nowMs - length) / 60_000) * 60_000).toISOString()
}
