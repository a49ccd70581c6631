/** The periods of which the history of rounds can be seen. */
export const HISTORY_PERIODS = ['day', 'week', 'month', 'all'] as const
export type HistoryPeriod = (typeof HISTORY_PERIODS)[number]

/** The period of that name, a month for any other word. */
export function historyPeriod(word: unknown): HistoryPeriod {
  return HISTORY_PERIODS.find((period) => period === word) ?? 'month'
}
