/** The rules of a game of keno. */
export interface KenoDefinition {
  kind: 'keno'
  title: string
  /** Numbers of the board, which begin with 1. */
  numbers: number
  /** How many of them are drawn. */
  drawn: number
  /** Units a stake is split into; pays are whole numbers of them. */
  bet_units: number
  /** By the number of picks: pays in units by the number of hits. */
  pays: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** A draw. */
export interface KenoStep {
  kind: 'keno'
  /** In the order of the draw. */
  drawn: readonly number[]
  /** Those of them that were picked. */
  hits: readonly number[]
  win_cents: number
}
