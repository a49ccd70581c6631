/** Days of a report, each as `YYYY-MM-DD` in UTC; both among them. */
export interface Period {
  from: string
  to: string
}

const DAY_MS = 86_400_000

/** The longest period that the server takes, in days. */
const DAYS_MAX = 1_100

const written = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The periods that are one press away. */
export const PRESETS = ['days_7', 'days_30', 'month', 'last_month', 'year'] as const

export type Preset = (typeof PRESETS)[number]

/** The days of a preset, seen from `now` (milliseconds). */
export function presetPeriod(preset: Preset, now: number): Period {
  const today = new Date(now)
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
  switch (preset) {
    case 'days_7':
      return { from: written(now - 6 * DAY_MS), to: written(now) }
    case 'days_30':
      return { from: written(now - 29 * DAY_MS), to: written(now) }
    case 'month':
      return { from: written(Date.UTC(year, month, 1)), to: written(now) }
    case 'last_month':
      return { from: written(Date.UTC(year, month - 1, 1)), to: written(Date.UTC(year, month, 0)) }
    case 'year':
      return { from: written(Date.UTC(year, 0, 1)), to: written(now) }
  }
}

/** The period of the address, or the last 30 days where it names none. */
export function periodOf(search: { from?: string; to?: string }, now: number): Period {
  const preset = presetPeriod('days_30', now)
  return { from: search.from ?? preset.from, to: search.to ?? preset.to }
}

/** Whether the server takes it. */
export function isPeriod({ from, to }: Period): boolean {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  return first <= last && last - first < DAYS_MAX * DAY_MS
}
