import type { ReportGroup, ReportLine } from '../../api/types'

/** The figures of a report, in the order of its columns. */
export const FIGURES = [
  'bets_cents',
  'wins_cents',
  'ggr_cents',
  'bonus_cost_cents',
  'jackpot_cost_cents',
  'loyalty_cost_cents',
  'prize_cost_cents',
  'ngr_cents',
  'deposits_cents',
  'cashouts_cents',
  'adjustments_cents',
  'liability_cents',
  'rounds',
  'registered',
  'first_deposits',
  'active',
] as const

export type FigureName = (typeof FIGURES)[number]

export const isFigure = (name: unknown): name is FigureName => FIGURES.some((figure) => figure === name)

/** Whether it is an amount of money. */
export const isAmount = (figure: FigureName): boolean => figure.endsWith('_cents')

/** The figures that some line has: counts of players are not grouped by game, and liability only by time. */
export const shownFigures = (lines: readonly ReportLine[]): FigureName[] => FIGURES.filter((figure) => lines.some((line) => line[figure] !== null))

export const GROUPS = ['day', 'month', 'brand', 'licence', 'country', 'currency', 'provider', 'game'] as const satisfies readonly ReportGroup[]

/** By which column lines are ordered, and in which direction; as the server sends them where none is named. */
export interface Sorting {
  sort?: FigureName | 'key'
  up?: boolean
}

export function sorted(lines: readonly ReportLine[], { sort, up = false }: Sorting): ReportLine[] {
  if (!sort) return [...lines]
  const direction = up ? 1 : -1
  const compare = (one: ReportLine, other: ReportLine) => (sort === 'key' ? one.key.localeCompare(other.key) : (one[sort] ?? 0) - (other[sort] ?? 0))
  return [...lines].sort((one, other) => direction * compare(one, other))
}

/** What a press on the head of a column leads to: the greatest first, then the smallest first, then as it was. */
export function nextSorting(column: FigureName | 'key', { sort, up }: Sorting): Sorting {
  if (sort !== column) return { sort: column, up: column === 'key' || undefined }
  const isTurned = (up ?? false) !== (column === 'key')
  return isTurned ? { sort: undefined, up: undefined } : { sort: column, up: column !== 'key' || undefined }
}
