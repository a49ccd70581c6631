/** The limits that staff sets on a player's behalf. A self-exclusion is a stop. */
export const LIMIT_TYPES = ['deposit', 'loss', 'wager', 'session', 'coolingoff'] as const

export type LimitType = (typeof LIMIT_TYPES)[number]

const PERIODS = ['day', 'week', 'month'] as const
const PAUSES = ['day', 'day_3', 'week', 'month'] as const

/** For how long a limit of a type counts, or a pause lasts. */
export const periodsOf = (type: LimitType): readonly string[] => (type === 'coolingoff' ? PAUSES : PERIODS)

/** What a limit of a type has a cap of; null of a pause. */
export function capOf(type: LimitType): 'money' | 'minutes' | null {
  if (type === 'coolingoff') return null
  return type === 'session' ? 'minutes' : 'money'
}

/** The whole number of minutes, above zero, that a typed text says; null when it says none. */
export function readMinutes(typed: string): number | null {
  const minutes = /^\d{1,5}$/.test(typed.trim()) ? Number(typed.trim()) : 0
  return minutes >= 1 ? minutes : null
}
