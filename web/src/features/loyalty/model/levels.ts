import type { GroupStatus } from '@/api/types'

export interface Level {
  number: number
  name: string
  /** The address of its picture. */
  image: string | null
  /** What is said of it. */
  content: string | null
  gifts: GroupStatus['gift_descriptions']
  /** Points with which it begins. */
  from: number
  /** The last points of it; the next level begins above them. Undefined for the highest. */
  to: number | undefined
}

/** The levels among groups and levels, the lowest first. */
export function levelsOf(statuses: readonly GroupStatus[]): Level[] {
  const levels = statuses.flatMap(({ id, name, image, content, gift_descriptions: gifts, conditions }): Level[] => {
    const number = /^level_(\d+)$/.exec(id)?.[1]
    const points = conditions.persistent_comp_points
    return number && points ? [{ number: Number(number), name, image, content, gifts, from: points.min, to: points.max }] : []
  })
  levels.sort((one, other) => one.number - other.number)
  const highest = levels.at(-1)
  if (highest) highest.to = undefined
  return levels
}

/** The level of a player who has earned `points` for life. */
export function levelAt(levels: readonly Level[], points: number): Level | undefined {
  return levels.find(({ to }) => to === undefined || points <= to)
}

/** How far `points` lead from the beginning of a level to that of the next one, in percent rounded down. */
export function levelPercent({ from, to }: Level, points: number): number {
  if (to === undefined) return 100
  return Math.max(0, Math.min(100, Math.floor(((points - from) * 100) / (to + 1 - from))))
}
