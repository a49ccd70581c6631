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

/** A part of a count-up: what the win is called while it counts from one amount to another. */
export interface Leg {
  level: WinLevel
  from: number
  to: number
  /** Where the part ends, as a share of the time: 0 to 1. */
  until: number
}

const NAMES = ['win', 'big', 'mega', 'epic'] as const

/** A name that is passed too fast is not read: of each share of the time at least so much is kept. */
const SHARE_MIN = 0.25

/**
 * The parts of a count-up to a win: a name begins where the count passes its multiple of the bet, and what a great win
 * begins with is `first`. Where the bet is not told (0) all names get an equal part of the amount.
 */
export function countLegs(cents: number, level: WinLevel, betCents: number, first: 'win' | 'big' = 'big'): Leg[] {
  const reached = NAMES.slice(0, NAMES.findIndex((name) => name === level) + 1)
  const names = level === 'win' ? reached : reached.slice(NAMES.indexOf(first))
  if (names.length === 0) return [{ level, from: 0, to: cents, until: 1 }]
  const begins = names.map((name, i) => {
    if (i === 0 || name === 'win') return 0
    return Math.min(cents, betCents > 0 ? WIN_THRESHOLDS[name] * betCents : Math.round((cents * i) / names.length))
  })
  const parts = names.map((name, i) => ({ level: name, from: begins[i] ?? 0, to: begins[i + 1] ?? cents }))
  const weights = parts.map(({ from, to }) => Math.max(SHARE_MIN, (to - from) / Math.max(1, cents)))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let until = 0
  return parts.map((part, i) => {
    until += (weights[i] ?? 0) / whole
    return { ...part, until: i === parts.length - 1 ? 1 : until }
  })
}

/** The name and the amount after a share of the time: whole subunits, never falling, and the whole win at the end. */
export function countAt(legs: readonly Leg[], share: number): { level: WinLevel; cents: number } {
  const under = legs.findIndex(({ until }) => share < until)
  const at = under === -1 ? legs.length - 1 : under
  const leg = legs[at]
  if (leg === undefined) return { level: 'none', cents: 0 }
  const began = legs[at - 1]?.until ?? 0
  const own = Math.min(1, Math.max(0, (share - began) / (leg.until - began)))
  // The last part comes to rest; those before run on into the next one.
  const isLast = at === legs.length - 1
  return { level: leg.level, cents: isLast ? countUp(leg.from, leg.to, own, 1) : Math.floor(leg.from + (leg.to - leg.from) * own) }
}

const DURATIONS_MS: Readonly<Record<WinLevel, number>> = { none: 0, win: 900, big: 3200, mega: 4600, epic: 6200 }

/** How long an ordinary win is counted that a feature goes on after. */
export const BRIEF_COUNT_MS = 480

/** From this multiple of the bet on an ordinary win is counted longer, the nearer it comes to a big one. */
const LONGER_FROM = 5

/** How long counting up to a win of so many times the bet takes, in milliseconds; `isBrief` where a feature goes on after it. */
export function countUpDuration(level: WinLevel, times = 0, isBrief = false): number {
  if (level !== 'win') return DURATIONS_MS[level]
  const share = Math.min(1, Math.max(0, (times - LONGER_FROM) / (WIN_THRESHOLDS.big - LONGER_FROM)))
  const whole = DURATIONS_MS.win + share * (DURATIONS_MS.big - DURATIONS_MS.win)
  return isBrief ? (whole * BRIEF_COUNT_MS) / DURATIONS_MS.win : whole
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
