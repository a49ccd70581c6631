/** The shapes of the play API, as the server sends them. */

import type { KenoDefinition, KenoStep } from './kenoTypes'

/** A cell of the window: reel from the left, row from the top. */
export type Position = readonly [reel: number, row: number]

/** The currency a session is played in. */
export interface Currency {
  code: string
  /** Subunits in a unit, 100 for euro. */
  subunits_to_unit: number
  fiat: boolean
}

/** A wallet whose coin the game does not take. */
export interface SessionWallet {
  currency: string
  /** What a unit of it counts as now in the currency that is played in, as decimal text. */
  rate: string
}

/** One win of a spin. */
export interface Win {
  kind: 'line' | 'ways' | 'scatter' | 'pay_anywhere' | 'cluster' | 'expanded' | 'coins' | 'full'
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

/** A coin in the window, with what it is worth. */
export interface Coin {
  position: Position
  amount_cents: number
  /** Name of the prize it is, if it is one. */
  prize?: 'mini' | 'minor' | 'major'
}

/** A spin of the reels. */
export interface SlotsStep {
  kind: 'spin' | 'buy' | 'freespin' | 'respin'
  stops: readonly number[]
  window: readonly (readonly string[])[]
  wins: readonly Win[]
  tumbles: readonly Tumble[]
  multiplier: number
  win_cents: number
  freespins_awarded: number
  coins?: readonly Coin[]
  /** Reels covered by their wild before the wins, or by the expanding symbol after them. */
  covered?: readonly number[]
  /** Cells whose wild stays for the next free spin. */
  sticky?: readonly Position[]
  expanding_symbol?: string
  /** What the mystery symbols turned into before the wins. */
  revealed?: string
  /** Places the last reel moved after it had stopped; `window` is the one after it. */
  nudge?: 1 | -1
}

/** A spin of the wheel. */
export interface RouletteStep {
  kind: 'roulette'
  pocket: number
  wins: readonly { bet: number; amount_cents: number }[]
  win_cents: number
}

/** A round as the server knows it. */
export interface RoundView<Step = SlotsStep | RouletteStep | KenoStep> {
  id: string
  status: 'open' | 'finished'
  /** What was paid: a bought round's price. */
  stake_cents: number
  /** What it is played for: the stake, or what the price of a bought round is a multiple of. */
  bet_cents: number
  win_cents: number
  balance_cents: number
  currency: string
  seed_no: number
  nonce: number
  steps: readonly Step[]
  next: { kind: 'freespin' | 'respin'; left: number; total: number } | null
  created_at: string
  /** Orders this balance among those that the site tells; null where none are told. */
  seq: number | null
}

/** What counts in this game of its player's gifts; amounts are in subunits of the wallet. */
export interface PlayGifts {
  /** The active bonus of the wallet. */
  bonus: { id: string; title: string; amount_wager_cents: number; amount_wager_requirement_cents: number; sticky: boolean } | null
  /** Activated free spins that can be played here. */
  freespins: readonly {
    id: string
    title: string
    freespins_total: number
    freespins_performed: number
    /** What a spin is played at. */
    stake_cents: number
    win_cents: number
  }[]
}

/** Pays or awards by count. */
export type ByCount = Readonly<Record<string, number>>

/** Where symbols come from. */
export type ReelSet =
  | { kind: 'strips'; strips: readonly (readonly string[])[] }
  | { kind: 'cells'; weights: Readonly<Record<string, number>> }
  | { kind: 'reel_cells'; weights: readonly Readonly<Record<string, number>>[] }

/** What a symbol does. */
export type Role = 'regular' | 'wild' | 'scatter' | 'wild_scatter' | 'coin' | 'mystery'

/** A number below `out_of` is drawn; one below `of` is a yes. */
export interface Chance {
  of: number
  out_of: number
}

/** The rules of a slots game. */
export interface SlotsDefinition {
  kind: 'slots'
  title: string
  reels: number
  rows: number
  bet_units: number
  max_win_x: number
  symbols: readonly { id: string; role: Role }[]
  wild?: { multiplier: number }
  evaluation: { kind: 'lines'; lines: readonly (readonly number[])[] } | { kind: 'ways' } | { kind: 'pay_anywhere' } | { kind: 'clusters' }
  pays: Readonly<Record<string, ByCount>>
  scatter?: { pays: ByCount; freespins: ByCount }
  reel_set: ReelSet
  freespins?: {
    max_total: number
    multiplier: number
    reel_set: ReelSet
    expanding_symbol?: Readonly<Record<string, number>>
    sticky_wilds?: { ladder: readonly number[] }
    /** The rung of the ladder that each free spin begins on. */
    from_rung?: number
  }
  /** `whole`: after a win the whole window leaves and is drawn anew. */
  tumble?: { max_tumbles: number; multipliers: readonly number[]; whole?: boolean }
  /** Weight by number of cells that a reel shows, for each reel. */
  heights?: { weights: readonly ByCount[] }
  /** A window on rung n is drawn without the first n symbols of `leaving`. */
  levels?: { leaving: readonly string[]; freespins: ByCount }
  hold_and_win?: {
    trigger: number
    respins: number
    chance: Chance
    values: readonly { units: number; weight: number; prize?: Coin['prize'] }[]
    full_units: number
  }
  expanding_wild?: { multipliers: readonly number[] }
  mystery?: { weights: Readonly<Record<string, number>> }
  nudge?: { chance: Chance }
  bonus_buy?: { cost_x: number; reel_set: ReelSet }
  /** The jackpot that only this game feeds and wins, and the millionths of each bet that it takes. */
  jackpot?: { identifier: string; contribution_ppm: number }
}

/** The rules of a roulette table. */
export interface RouletteDefinition {
  kind: 'roulette'
  title: string
  wheel: 'european'
  max_bets: number
}

/** The rules of a crash game; multipliers are hundredths. */
export interface CrashDefinition {
  kind: 'crash'
  title: string
  return_percent: number
  max_multiplier: number
  betting_ms: number
  pause_ms: number
}

/** A table of baccarat. */
export interface BaccaratDefinition {
  kind: 'baccarat'
  title: string
  decks: number
  commission_percent: number
  tie_pays: number
  pair_pays: number
  betting_ms: number
  card_ms: number
  pause_ms: number
}

/** The places of the felt. */
export type SpotName = 'player' | 'banker' | 'tie' | 'player_pair' | 'banker_pair'

/** A card on the table: its rank and its suit, such as `TS`. */
export interface DealtCard {
  to: 'player' | 'banker'
  card: string
}

/** What the two hands of a round have come to. */
export interface RoundOutcome {
  winner: 'player' | 'banker' | 'tie'
  player: number
  banker: number
  player_pair: boolean
  banker_pair: boolean
}

/** An amount on a place of the felt. */
export interface SpotAmount {
  spot: SpotName
  amount_cents: number
}

/** A round of a table; all who sit there share it. Multipliers are hundredths, times RFC 3339. */
export interface TableRound {
  id: string
  state: 'betting' | 'running' | 'ended' | 'settled'
  server_seed_hash: string
  closes_at: string
  started_at: string | null
  point: number | null
  /** The cards that lie on the table. */
  cards: readonly DealtCard[]
  /** What the hands have come to, once the last card lies. */
  outcome: RoundOutcome | null
  /** Whether it stood still or was void, and stakes that were still in it went back. */
  returned: boolean
  bets: number
}

/** The highest bets on a round of a table. */
export interface TableBets {
  round: string
  count: number
  cashed: number
  highest: readonly { name: string; stake_cents: number; currency: string; multiplier: number | null; win_cents: number }[]
  /** What lies on the places of the felt, of all players together. */
  spots: readonly (SpotAmount & { currency: string; bets: number })[]
}

/** Why staff has closed a table. */
export type TableClosed = 'maintenance' | 'check' | 'rules' | 'rest'

/** A table as everybody sees it. */
export interface TableView {
  game: string
  /** The server's time: the multiplier rises by it. */
  now: string
  round: TableRound | null
  bets: TableBets | null
  past: readonly { id: string; point: number }[]
  /** The last rounds of cards, newest first. */
  road: readonly { id: string; outcome: RoundOutcome }[]
  /** Why the table is closed after its round; null while it is open. */
  closed: TableClosed | null
}

/** A bet of the player on a round of a table. */
export interface OwnBet {
  id: string
  round: string
  stake_cents: number
  /** Where it is cashed out by itself. */
  target: number | null
  state: 'riding' | 'cashed' | 'paid' | 'lost' | 'returned'
  /** Where it was cashed out. */
  multiplier: number | null
  win_cents: number
  /** What lies on which place of the felt. */
  spots: readonly (SpotAmount & { win_cents: number })[]
  client_seed: string
}

/** What all need to check a round of a table. */
export interface TableProof {
  id: string
  definition: { kind: 'baccarat'; decks: number }
  definition_hash: string
  chain_published: string
  chain_place: number
  server_seed_hash: string
  server_seed: string | null
  client_seeds: readonly string[]
  mixed: string | null
  cards: readonly DealtCard[]
}

/** What a bet on a round of a table is asked for with. */
export interface TableWager {
  stake_cents: number
  target: number | null
  spots?: readonly SpotAmount[]
  client_seed: string
}

/** A bet on some pockets of the wheel, or on numbers picked on a board. */
export interface Bet {
  kind: BetKind | 'picks'
  numbers: readonly number[]
  amount_cents: number
}

/** A layout of chips that the player has named. */
export interface SavedBet {
  id: string
  name: string
  /** Each on pockets or picks in rising order. */
  bets: readonly Bet[]
  total_cents: number
}

/** What is saved at a table, and how many layouts there may be. */
export interface SavedBets {
  saved: readonly SavedBet[]
  max: number
}

/** What a table takes on a place of one kind. */
export interface PlaceStakes {
  kind: BetKind | SpotName
  /** Lowest bet. */
  min_cents: number
  /** Most that may lie on the place in a round. */
  max_cents: number
}

/** Names of the bets of a wheel, as the play API takes them. */
export type BetKind = 'straight' | 'split' | 'street' | 'corner' | 'six_line' | 'column' | 'dozen' | 'red' | 'black' | 'odd' | 'even' | 'low' | 'high'

/** What a licence allows of the controls of a game. */
export interface Controls {
  /** Whether rounds may follow each other without a press for each. */
  autoplay: boolean
  /** Whether the game may be shown faster than it is made for. */
  quick_spin: boolean
  /** From the start of a round to that of the next at least so many milliseconds pass. */
  cycle_ms: number
}

/** What a client needs to start. */
export interface Session<
  Definition = SlotsDefinition | RouletteDefinition | CrashDefinition | BaccaratDefinition | KenoDefinition,
  Step = SlotsStep | RouletteStep | KenoStep,
> {
  session_id: string
  mode: 'real' | 'demo'
  game: { identifier: string; title: string; kind: 'slots' | 'roulette' | 'crash' | 'baccarat' | 'keno'; definition: Definition; definition_hash: string }
  currency: Currency
  /** The wallet behind it, when that is in another currency. */
  wallet: SessionWallet | null
  locale: string
  balance_cents: number
  stakes_cents: readonly number[]
  default_stake_cents: number
  /** The seed pair in force, and the rounds played so far. */
  seed: { seed_no: number; server_seed_hash: string; nonce: number }
  open_round: RoundView<Step> | null
  rtp: string | null
  /** The same with what bets add to the game's own jackpot; null of a game without one. */
  rtp_with_jackpot: string | null
  /** Least on any place of a table, or of a spin. */
  min_cents: number
  /** Most that a round may be staked with. */
  max_cents: number
  /** What a table takes on a place of each kind; none where nothing is bet on places. */
  places: readonly PlaceStakes[]
  return_url: string | null
  /** Whether rounds of this game may be bought under the player's licence. */
  bonus_buy: boolean
  /** What the licence allows of the controls. */
  controls: Controls
}
