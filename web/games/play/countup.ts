/** A win celebration, by its multiple of the stake. */
export type WinLevel = 'none' | 'win' | 'big' | 'mega' | 'epic'

/** Multiples of the stake from which a win is called big, mega and epic. */
export const WIN_THRESHOLDS = { big: 15, mega: 40, epic: 100 } as const

/** The celebration that a return gets. One at or under the stake is no win to celebrate. */
export function winLevel(winCents: number, stakeCents: number): WinLevel {
  if (winCents <= stakeCents || stakeCents <= 0) return 'none'
  const multiple = winCents / stakeCents
  if (multiple >= WIN_THRESHOLDS.epic) return 'epic'
  if (multiple >= WIN_THRESHOLDS.mega) return 'mega'
  if (multiple >= WIN_THRESHOLDS.big) return 'big'
  return 'win'
}

/** A level that a win is shown at from a point of its count-up on. */
export interface Tier {
  level: WinLevel
  /** The point, as a share of the time: 0 to 1. */
  from: number
}

const GREAT: readonly WinLevel[] = ['big', 'mega', 'epic']

/** The levels that a win goes through while it is counted: a great one begins as big and grows, each for an equal part of the time. */
export function winTiers(level: WinLevel): Tier[] {
  const names = GREAT.slice(0, GREAT.indexOf(level) + 1)
  if (names.length === 0) return [{ level, from: 0 }]
  return names.map((name, i) => ({ level: name, from: i / names.length }))
}

const DURATIONS_MS: Readonly<Record<WinLevel, number>> = { none: 0, win: 900, big: 3200, mega: 4600, epic: 6200 }

/** How long counting up to a win takes, in milliseconds. */
export function countUpDuration(level: WinLevel): number {
  return DURATIONS_MS[level]
}

/**
 * The amount shown `elapsed` ms into a count-up: whole subunits, never
 * falling, and exactly `to` at the end.
 */
export function countUp(from: number, to: number, elapsed: number, duration: number): number {
  if (elapsed >= duration || duration <= 0) return to
  const t = Math.max(0, elapsed / duration)
  const eased = 1 - (1 - t) ** 2.2
  return Math.floor(from + (to - from) * eased)
}
