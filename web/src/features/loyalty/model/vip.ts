import type { VipProgress } from '@/api/types'

export type VipStatus = VipProgress['currentStatus']

/** The statuses, the lowest first. */
export const LADDER: readonly VipStatus[] = ['REGULAR', 'BRONZE', 'SILVER', 'GOLD', 'PLATINUM', 'DIAMOND']

/** What is shown while the progress cannot be loaded. */
export const PROGRESS_DEFAULT: VipProgress = {
  currency: 'EUR',
  currentStatus: 'REGULAR',
  activeStatus: 'REGULAR',
  nextStatus: 'BRONZE',
  depositThresholdCents: 900_000,
  depositAmountCents: 0,
  betSumCents: 0,
  betSumThresholdCents: 9_000_000,
  overallProgress: 0,
  quarterEndsAt: '',
}

export type Standing = 'before' | 'current' | 'future' | 'lock'

/** How a status stands to the current one: exactly one step ahead is the future, what is above that is locked. */
export function standingOf(status: VipStatus, current: VipStatus): Standing {
  const ahead = LADDER.indexOf(status) - LADDER.indexOf(current)
  if (ahead < 0) return 'before'
  if (ahead === 0) return 'current'
  return ahead === 1 ? 'future' : 'lock'
}

const DAY_MS = 86_400_000

/**
 * Whole days left at `now` (Unix milliseconds) of a quarter that is over at `endsAt` (RFC 3339), 0 on its last day; of the
 * quarter of `now` by the calendar in UTC when it is not told.
 */
export function daysLeft(now: number, endsAt?: string): number {
  const date = new Date(now)
  const end = endsAt ? Date.parse(endsAt) : Date.UTC(date.getUTCFullYear(), (Math.floor(date.getUTCMonth() / 3) + 1) * 3, 1)
  return Math.max(0, Math.floor((end - now - 1) / DAY_MS))
}

/** How much of `of` is there, in percent, at most all of it. */
export function percentOf(there: number, of: number): number {
  return of > 0 ? Math.min(100, Math.max(0, Math.floor((there * 100) / of))) : 100
}
