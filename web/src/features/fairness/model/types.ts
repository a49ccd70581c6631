/** A game as data, the way the server sends it with a round; the rules are told in its field names. */
export type Definition = SlotsDefinition | RouletteDefinition

/** Values by count, keyed by the count in decimal; the greatest count not above the counted one applies. */
export type ByCount = Record<string, number>

export interface SlotsDefinition {
  kind: 'slots'
  reels: number
  rows: number
  /** Units a stake is split into; pays are whole numbers of them. */
  bet_units: number
  /** A round pays at most this many stakes. */
  max_win_x: number
  symbols: { id: string; role: 'regular' | 'wild' | 'scatter' }[]
  wild?: { multiplier: number; substitutes_for?: string[] }
  evaluation: { kind: 'lines'; lines: number[][] } | { kind: 'ways' } | { kind: 'pay_anywhere' }
  pays: Record<string, ByCount>
  scatter?: { pays: ByCount; freespins: ByCount }
  reel_set: ReelSet
  freespins?: { max_total: number; multiplier: number; reel_set: ReelSet }
  tumble?: { max_tumbles: number; multipliers: number[] }
}

export type ReelSet =
  | { kind: 'strips'; strips: string[][] }
  | { kind: 'cells'; weights: Record<string, number> }

export interface RouletteDefinition {
  kind: 'roulette'
}

export type Position = [reel: number, row: number]

/** Symbols reel by reel from the left, each reel from the top. */
export type SymbolWindow = string[][]

export interface Win {
  kind: 'line' | 'ways' | 'scatter' | 'pay_anywhere'
  symbol: string
  count: number
  line: number | null
  ways: number | null
  positions: Position[]
  amount_cents: number
}

export interface Tumble {
  removed: Position[]
  window: SymbolWindow
  wins: Win[]
  multiplier: number
}

export interface SlotsStep {
  kind: 'spin' | 'freespin'
  stops: number[]
  window: SymbolWindow
  wins: Win[]
  tumbles: Tumble[]
  multiplier: number
  win_cents: number
  freespins_awarded: number
}

export interface Bet {
  kind: string
  numbers?: number[]
  amount_cents: number
}

export interface RouletteStep {
  kind: 'roulette'
  pocket: number
  wins: { bet: number; amount_cents: number }[]
  win_cents: number
}

export type Step = SlotsStep | RouletteStep
