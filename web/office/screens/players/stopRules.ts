import type { StopName } from '../../api/types'

/** The reasons for which staff stops a player; the others are the player's own wish or a register's word. */
export const STAFF_REASONS = ['operator', 'fraud', 'verification'] as const satisfies readonly StopName[]

/** The stops that staff may lift; that of a register once the register lists the player no more. */
export function liftable(stops: readonly StopName[]): StopName[] {
  return stops.filter((stop) => stop === 'register' || STAFF_REASONS.some((reason) => reason === stop))
}

/** For how long a stop may hold. */
export const LASTINGS = ['day', 'week', 'month', 'open'] as const

export type Lasting = (typeof LASTINGS)[number]

const DAYS: Record<Exclude<Lasting, 'open'>, number> = { day: 1, week: 7, month: 30 }

/** The end (RFC 3339) of a stop that begins now; null holds until somebody lifts it. */
export function endOf(lasting: Lasting, nowMs: number): string | null {
  return lasting === 'open' ? null : new Date(nowMs + DAYS[lasting] * 86_400_000).toISOString()
}
