/** A game as data, the way the server sends it with a round; the rules are told in its field names. */
export type Definition = SlotsDefinition | RouletteDefinition | CrashDefinition | BaccaratDefinition | KenoDefinition

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
  symbols: { id: string; role: 'regular' | 'wild' | 'scatter' | 'wild_scatter' | 'coin' | 'mystery' }[]
  wild?: { multiplier: number; substitutes_for?: string[] }
  evaluation: { kind: 'lines'; lines: number[][] } | { kind: 'ways' } | { kind: 'pay_anywhere' } | { kind: 'clusters' }
  pays: Record<string, ByCount>
  scatter?: { pays: ByCount; freespins: ByCount }
  reel_set: ReelSet
  freespins?: {
    max_total: number
    multiplier: number
    reel_set: ReelSet
    /** Weight by the symbol that may expand in the free spins of a round. */
    expanding_symbol?: Record<string, number>
    sticky_wilds?: { ladder: number[] }
    /** The rung of the ladder that each free spin begins on. */
    from_rung?: number
  }
  /** `whole`: after a win the whole window leaves and is drawn anew. */
  tumble?: { max_tumbles: number; multipliers: number[]; whole?: boolean }
  /** Weight by number of cells that a reel shows, for each reel. */
  heights?: { weights: ByCount[] }
  /** A window on rung n is drawn without the first n symbols of `leaving`. */
  levels?: { leaving: string[]; freespins: ByCount }
  hold_and_win?: {
    trigger: number
    respins: number
    chance: Chance
    values: { units: number; weight: number; prize?: string }[]
    full_units: number
  }
  expanding_wild?: { multipliers: number[] }
  mystery?: { weights: Record<string, number> }
  nudge?: { chance: Chance }
  bonus_buy?: { cost_x: number; reel_set: ReelSet }
}

/** A number below `out_of` is drawn; one below `of` is a yes. */
export interface Chance {
  of: number
  out_of: number
}

export type ReelSet =
  { kind: 'strips'; strips: string[][] } | { kind: 'cells'; weights: Record<string, number> } | { kind: 'reel_cells'; weights: Record<string, number>[] }

export interface RouletteDefinition {
  kind: 'roulette'
}

/** A crash game: its rounds are shared, and proved by `./crash`. */
export interface CrashDefinition {
  kind: 'crash'
  return_percent: number
  /** In hundredths. */
  max_multiplier: number
}

/** A table of baccarat: its rounds are shared, and proved by `./baccarat`. */
export interface BaccaratDefinition {
  kind: 'baccarat'
  decks: number
}

/** A game of keno: numbers of a board are picked, and a draw pays by how many of them are hit. */
export interface KenoDefinition {
  kind: 'keno'
  numbers: number
  drawn: number
  /** Units a stake is split into; pays are whole numbers of them. */
  bet_units: number
  /** By the number of picks: pays by the number of hits. */
  pays: Record<string, ByCount>
}

export type Position = [reel: number, row: number]

/** Symbols reel by reel from the left, each reel from the top. */
export type SymbolWindow = string[][]

export interface Win {
  kind: 'line' | 'ways' | 'scatter' | 'pay_anywhere' | 'cluster' | 'expanded' | 'coins' | 'full'
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

/** A coin in the window, with what it is worth. */
export interface Coin {
  position: Position
  amount_cents: number
  prize?: string
}

export interface SlotsStep {
  kind: 'spin' | 'buy' | 'freespin' | 'respin'
  stops: number[]
  window: SymbolWindow
  wins: Win[]
  tumbles: Tumble[]
  multiplier: number
  win_cents: number
  freespins_awarded: number
  coins?: Coin[]
  /** Reels covered by their wild before the wins, or by the expanding symbol after them. */
  covered?: number[]
  /** Cells whose wild stays for the next free spin. */
  sticky?: Position[]
  expanding_symbol?: string
  /** What the mystery symbols turned into before the wins. */
  revealed?: string
  /** Places the last reel moved after it had stopped; `window` is the one after it. */
  nudge?: 1 | -1
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

/** How a bet on a shared round ended; multipliers are hundredths. */
export interface CrashStep {
  kind: 'crash'
  cashed_out: number | null
  returned: boolean
  win_cents: number
}

/** A card on the table. */
export interface DealtCard {
  to: 'player' | 'banker'
  /** Its rank and its suit, such as `TS`. */
  card: string
}

/** A bet at a table of baccarat. */
export interface BaccaratStep {
  kind: 'baccarat'
  cards: DealtCard[]
  spots: { spot: 'player' | 'banker' | 'tie' | 'player_pair' | 'banker_pair'; amount_cents: number; win_cents: number }[]
  returned: boolean
  win_cents: number
}

/** A draw of keno. */
export interface KenoStep {
  kind: 'keno'
  /** In the order of the draw. */
  drawn: number[]
  hits: number[]
  win_cents: number
}

export type Step = SlotsStep | RouletteStep | CrashStep | BaccaratStep | KenoStep
