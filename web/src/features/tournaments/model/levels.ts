import type { Tournament, TournamentStatus } from '@/api/types'

export type Level = Tournament['levels'][number]

/** How a point of the path stands to the player: below the own level, the own level, above it. */
export type PointState = 'completed' | 'active' | 'locked'

export function pointState(level: number, ownLevel: number): PointState {
  if (level < ownLevel) return 'completed'
  return level === ownLevel ? 'active' : 'locked'
}

/** How far it is to the next level; `next` is undefined on the last one. */
export interface Progress {
  level: number
  next: Level | undefined
  /** What lacks. */
  missing: number
  /** Of the way from the threshold of the own level to the next. */
  percent: number
}

type Own = Pick<TournamentStatus, 'level' | 'level_progress'>

/** How a player stands on a path of levels; who has not joined stands before the first. */
export function progressOn(levels: readonly Level[], own: Own | undefined): Progress {
  const level = own?.level ?? 0
  const done = own?.level_progress ?? 0
  const next = levels.find((one) => one.level === level + 1)
  if (!next) return { level, next, missing: 0, percent: 100 }
  const from = levels.find((one) => one.level === level)?.threshold ?? 0
  const percent = Math.floor((100 * (done - from)) / Math.max(next.threshold - from, 1))
  return { level, next, missing: Math.max(next.threshold - done, 0), percent: Math.min(Math.max(percent, 0), 99) }
}

/** The next level from `level` on that brings a gift. */
export function nextGift(levels: readonly Level[], level: number): Level | undefined {
  return levels.find((one) => one.level > level && one.reward !== null)
}
