/** The shapes of the play API, as the server sends them. */

/** A cell of the window: reel from the left, row from the top. */
export type Position = readonly [reel: number, row: number]

/** The currency a session is played in. */
export interface Currency {
  code: string
  /** Subunits in a unit, 100 for euro. */
  subunits_to_unit: number
  fiat: boolean
}

/** One win of a spin. */
export interface Win {
  kind: 'line' | 'ways' | 'scatter' | 'pay_anywhere' | 'cluster'
  symbol: string
  count: number
  line: number | null
  ways: number | null
  positions: readonly Position[]
  amount_cents: number
}

/** What happened after winning symbols left the window. */
export interface Tumble {
  removed: readonly Position[]
  window: readonly (readonly string[])[]
  wins: readonly Win[]
  multiplier: number
}

/** A spin of the reels. */
export interface SlotsStep {
  kind: 'spin' | 'freespin'
  stops: readonly number[]
  window: readonly (readonly string[])[]
  wins: readonly Win[]
  tumbles: readonly Tumble[]
  multiplier: number
  win_cents: number
  freespins_awarded: number
}

/** A spin of the wheel. */
export interface RouletteStep {
  kind: 'roulette'
  pocket: number
  wins: readonly { bet: number; amount_cents: number }[]
  win_cents: number
}

/** A round as the server knows it. */
export interface RoundView<Step = SlotsStep | RouletteStep> {
  id: string
  status: 'open' | 'finished'
  stake_cents: number
  win_cents: number
  balance_cents: number
  currency: string
  seed_no: number
  nonce: number
  steps: readonly Step[]
  next: { kind: 'freespin'; left: number; total: number } | null
  created_at: string
}

/** Pays or awards by count. */
export type ByCount = Readonly<Record<string, number>>

/** Where symbols come from. */
export type ReelSet =
  | { kind: 'strips'; strips: readonly (readonly string[])[] }
  | { kind: 'cells'; weights: Readonly<Record<string, number>> }

/** The rules of a slots game. */
export interface SlotsDefinition {
  kind: 'slots'
  title: string
  reels: number
  rows: number
  bet_units: number
  max_win_x: number
  symbols: readonly { id: string; role: 'regular' | 'wild' | 'scatter' }[]
  wild?: { multiplier: number }
  evaluation: { kind: 'lines'; lines: readonly (readonly number[])[] } | { kind: 'ways' } | { kind: 'pay_anywhere' }
  pays: Readonly<Record<string, ByCount>>
  scatter?: { pays: ByCount; freespins: ByCount }
  reel_set: ReelSet
  freespins?: { max_total: number; multiplier: number; reel_set: ReelSet }
  tumble?: { max_tumbles: number; multipliers: readonly number[] }
}

/** The rules of a roulette table. */
export interface RouletteDefinition {
  kind: 'roulette'
  title: string
  wheel: 'european'
  max_bets: number
}

/** A bet on some pockets of the wheel. */
export interface Bet {
  kind: BetKind
  numbers: readonly number[]
  amount_cents: number
}

/** Names of the bets, as the play API takes them. */
export type BetKind =
  | 'straight'
  | 'split'
  | 'street'
  | 'corner'
  | 'six_line'
  | 'column'
  | 'dozen'
  | 'red'
  | 'black'
  | 'odd'
  | 'even'
  | 'low'
  | 'high'

/** What a client needs to start. */
export interface Session<Definition = SlotsDefinition | RouletteDefinition, Step = SlotsStep | RouletteStep> {
  session_id: string
  mode: 'real' | 'demo'
  game: { identifier: string; title: string; kind: 'slots' | 'roulette'; definition: Definition }
  currency: Currency
  locale: string
  balance_cents: number
  stakes_cents: readonly number[]
  default_stake_cents: number
  open_round: RoundView<Step> | null
  rtp: string | null
  /** Least on one place of a table, or of a spin. */
  min_cents: number
  /** Most that a round may be staked with. */
  max_cents: number
  return_url: string | null
}
