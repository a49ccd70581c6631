import { type WinLevel, winLevel } from '../play/countup'
import type { Coin, Position, Role, SlotsDefinition, SlotsStep, Tumble, Win } from '../play/types'

/** The window: symbol ids reel by reel, each from the top. */
export type Window = readonly (readonly string[])[]

/** A win, and what the wild that stands in it for another symbol multiplies it by; without one that multiplies, nothing. */
export type ShownWin = Win & { wildTimes?: number }

/** One thing that is shown, in order. */
export type Beat =
  /** Without a multiplier the one that stands is kept. */
  | { kind: 'spin'; window: Window; anticipation: readonly boolean[]; coins: readonly Coin[]; multiplier: number | null }
  | { kind: 'nudge'; by: 1 | -1; window: Window }
  | { kind: 'reveal'; symbol: string; cells: readonly Position[]; window: Window }
  | { kind: 'cover'; reels: readonly number[]; window: Window; multiplier: number }
  | { kind: 'sticky'; cells: readonly Position[]; multiplier: number }
  | { kind: 'hold'; coins: readonly Coin[] }
  | { kind: 'collect'; coins: readonly Coin[]; wins: readonly Win[]; amount_cents: number }
  | { kind: 'trigger'; cells: readonly Position[]; symbol: string; hit: 'scatter' | 'coins' }
  | { kind: 'expanding'; symbol: string }
  | { kind: 'wins'; wins: readonly ShownWin[]; multiplier: number; celebrate: boolean }
  | { kind: 'tumble'; removed: readonly Position[]; drops: readonly Drop[]; window: Window; multiplier: number }
  | { kind: 'total'; amount_cents: number; level: WinLevel; isHeld: boolean }
  | { kind: 'freespins'; count: number; retrigger: boolean }

/** A symbol that falls into its place; `from` is above the window for new ones. */
export interface Drop {
  reel: number
  /** Row it starts from; negative rows are above the window. */
  from: number
  to: number
  symbol: string
}

/** What a step looks like when it is played: the server's result cut into beats. */
export function beats(step: SlotsStep, definition: SlotsDefinition, stakeCents: number): Beat[] {
  const level = stepLevel(step, stakeCents)
  const celebrate = level !== 'none'
  const last: Window = step.tumbles.at(-1)?.window ?? step.window
  const shown = opening(step, definition)
  if (isHolding(step, definition)) {
    const { coins = [], wins, win_cents: amount } = step
    if (amount > 0) shown.push({ kind: 'collect', coins, wins, amount_cents: amount }, { kind: 'total', amount_cents: amount, level, isHeld: true })
    return shown
  }
  const trigger = triggerOf(step, definition, last)
  // Scatters that trigger free spins are shown by that. In a tumbling game others are listed with the first window but
  // counted in the last one, so they are shown after the last fall.
  const isApart = ({ kind }: Win): boolean => kind === 'expanded' || (kind === 'scatter' && (trigger !== null || definition.tumble !== undefined))
  const pushWins = (wins: readonly Win[], multiplier: number): void => {
    if (wins.length === 0) return
    const window = shown.findLast((beat) => 'window' in beat)?.window ?? step.window
    const greatestFirst = wins.toSorted((a, b) => b.amount_cents - a.amount_cents).map((win) => withWild(win, window, definition))
    shown.push({ kind: 'wins', wins: greatestFirst, multiplier, celebrate })
  }
  pushWins(
    step.wins.filter((win) => !isApart(win)),
    step.multiplier,
  )
  let window: Window = step.window
  for (const tumble of step.tumbles) {
    shown.push({
      kind: 'tumble',
      removed: tumble.removed,
      drops: drops(window, tumble),
      window: tumble.window,
      multiplier: tumble.multiplier,
    })
    pushWins(
      tumble.wins.filter((win) => !isApart(win)),
      tumble.multiplier,
    )
    window = tumble.window
  }
  if (trigger !== null) shown.push(trigger)
  else if (definition.tumble !== undefined) {
    pushWins(
      winsOf(step).filter((win) => win.kind === 'scatter' && isShown(win, last)),
      step.multiplier,
    )
  }
  const expanded = step.wins.filter((win) => win.kind === 'expanded')
  if (expanded.length > 0) {
    const window = filled(last, step.covered ?? [], step.expanding_symbol ?? '')
    shown.push({ kind: 'cover', reels: step.covered ?? [], window, multiplier: step.multiplier })
    pushWins(expanded, step.multiplier)
  }
  if (step.win_cents > 0) shown.push({ kind: 'total', amount_cents: step.win_cents, level, isHeld: false })
  if (step.freespins_awarded > 0) shown.push({ kind: 'freespins', count: step.freespins_awarded, retrigger: step.kind === 'freespin' })
  if (step.expanding_symbol !== undefined && step.kind !== 'freespin') shown.push({ kind: 'expanding', symbol: step.expanding_symbol })
  return shown
}

/** A win with what its wild multiplies it by. Only wins of lines know such wilds. */
function withWild(win: Win, window: Window, definition: SlotsDefinition): ShownWin {
  const wildTimes = definition.wild?.multiplier ?? 1
  if (win.kind !== 'line' || wildTimes === 1 || wildCells(win, window, definition).length === 0) return win
  return { ...win, wildTimes }
}

/** Where wilds stand in a win for its symbol. */
export function wildCells({ symbol, positions }: Win, window: Window, definition: SlotsDefinition): Position[] {
  const wild = symbolOf(definition, 'wild', 'wild_scatter')
  return symbol === wild ? [] : positions.filter(([reel, row]) => window[reel]?.[row] === wild)
}

/** How much is made of what a step has won. Nothing is staked on the spins of a feature: all they win is a win. */
export function stepLevel({ kind, win_cents: won }: SlotsStep, stakeCents: number): WinLevel {
  const level = winLevel(won, stakeCents)
  const isFree = kind === 'freespin' || kind === 'respin'
  return level === 'none' && won > 0 && isFree ? 'win' : level
}

/** All wins of a step, those of its tumbles with them. */
export function winsOf({ wins, tumbles }: SlotsStep): Win[] {
  return [...wins, ...tumbles.flatMap((tumble) => tumble.wins)]
}

/** Whether a step, played or due, is a respin of hold and win. */
export function isHolding({ kind }: Pick<SlotsStep, 'kind'>, definition: SlotsDefinition): boolean {
  return kind === 'respin' && definition.hold_and_win !== undefined
}

/** The symbols that begin a feature, where they lie in the last window; null where none does or none is seen. */
function triggerOf(step: SlotsStep, { hold_and_win: hold, symbols }: SlotsDefinition, window: Window): Extract<Beat, { kind: 'trigger' }> | null {
  const coins = step.coins ?? []
  const holds = hold !== undefined && coins.length >= hold.trigger
  if (!holds && step.freespins_awarded === 0) return null
  const roles: readonly Role[] = holds ? ['coin'] : ['scatter', 'wild_scatter']
  const symbol = symbols.find(({ role }) => roles.includes(role))?.id
  const cells = symbol === undefined ? [] : cellsOf(symbol, window)
  return symbol === undefined || cells.length === 0 ? null : { kind: 'trigger', cells, symbol, hit: holds ? 'coins' : 'scatter' }
}

/** Where a symbol stands in a window, reel by reel. */
function cellsOf(symbol: string, window: Window): Position[] {
  return window.flatMap((column, reel) => column.flatMap((id, row): Position[] => (id === symbol ? [[reel, row]] : [])))
}

/** From the first movement until the wins are counted. */
function opening(step: SlotsStep, definition: SlotsDefinition): Beat[] {
  const coins = step.coins ?? []
  if (isHolding(step, definition)) return [{ kind: 'hold', coins }]
  const landed = step.nudge === undefined ? step.window : beforeNudge(step, definition)
  const shown: Beat[] = [{ kind: 'spin', window: landed, anticipation: anticipation(landed, definition), coins, multiplier: spinMultiplier(step, definition) }]
  if (step.nudge !== undefined) shown.push({ kind: 'nudge', by: step.nudge, window: step.window })
  if (step.revealed !== undefined) {
    const mystery = symbolOf(definition, 'mystery')
    const symbol = step.revealed
    const window = step.window.map((reel) => reel.map((cell) => (cell === mystery ? symbol : cell)))
    shown.push({ kind: 'reveal', symbol, cells: mystery === undefined ? [] : cellsOf(mystery, step.window), window })
  }
  if (definition.expanding_wild !== undefined && step.covered !== undefined) {
    const window = filled(step.window, step.covered, symbolOf(definition, 'wild') ?? '')
    shown.push({ kind: 'cover', reels: step.covered, window, multiplier: step.multiplier })
  }
  if (step.sticky !== undefined) shown.push({ kind: 'sticky', cells: step.sticky, multiplier: step.multiplier })
  return shown
}

/** What all wins of a spin are multiplied by whatever it shows; null where wilds that stay keep a multiplier of their own. */
function spinMultiplier({ kind }: SlotsStep, { freespins }: SlotsDefinition): number | null {
  if (kind !== 'freespin') return 1
  return freespins?.sticky_wilds === undefined ? (freespins?.multiplier ?? 1) : null
}

/** The window a step rests on when all is over. */
export function restingWindow(step: SlotsStep, definition: SlotsDefinition): Window {
  const covered = beats(step, definition, step.win_cents + 1).findLast((beat) => 'window' in beat)
  return covered?.window ?? step.window
}

/** The window with some reels full of a symbol. */
function filled(window: Window, reels: readonly number[], symbol: string): Window {
  return window.map((cells, reel) => (reels.includes(reel) ? cells.map(() => symbol) : cells))
}

/** The window as the reels stopped, before the last one was nudged. */
function beforeNudge(step: SlotsStep, definition: SlotsDefinition): Window {
  const strip = definition.reel_set.kind === 'strips' ? (definition.reel_set.strips.at(-1) ?? []) : []
  const stop = step.stops.at(-1) ?? 0
  const last = Array.from({ length: definition.rows }, (_, row) => strip[(stop + row) % strip.length] ?? '')
  return [...step.window.slice(0, -1), last]
}

/** The symbol that has a role. */
export function symbolOf(definition: SlotsDefinition, ...roles: Role[]): string | undefined {
  return definition.symbols.find(({ role }) => roles.includes(role))?.id
}

function isShown(win: Win, window: Window): boolean {
  return win.positions.every(([reel, row]) => window[reel]?.[row] !== undefined)
}

/** How every symbol of the next window gets to its place after some were removed. */
export function drops(before: Window, tumble: Pick<Tumble, 'removed' | 'window'>): Drop[] {
  return tumble.window.flatMap((column, reel) => {
    const gone = new Set(tumble.removed.filter(([r]) => r === reel).map(([, row]) => row))
    const kept = (before[reel] ?? []).map((_, row) => row).filter((row) => !gone.has(row))
    return column.map((symbol, to): Drop => {
      const old = kept[to - gone.size]
      return { reel, from: to < gone.size || old === undefined ? to - gone.size : old, to, symbol }
    })
  })
}

/** Coins lie in pairs on the strips: two more that are missing may come with one reel. */
const COINS_OF_A_REEL = 2

/**
 * Which reels turn longer: those that could begin a feature, or with scatters that have begun one could bring more
 * than these have: further free spins, or a higher pay.
 */
export function anticipation(window: Window, definition: SlotsDefinition): boolean[] {
  const awaited = symbolOf(definition, 'scatter', 'wild_scatter', 'coin')
  let seen = 0
  return window.map((column) => {
    const waiting = awaited !== undefined && bringsMore(seen, definition)
    seen += column.filter((symbol) => symbol === awaited).length
    return waiting
  })
}

/** Whether another scatter, or another reel of coins, would be worth waiting for after so many. */
function bringsMore(seen: number, { scatter, hold_and_win: hold }: SlotsDefinition): boolean {
  if (hold !== undefined) return seen >= hold.trigger - COINS_OF_A_REEL
  const { freespins: awards = {}, pays = {} } = scatter ?? {}
  const least = Math.min(...Object.keys(awards).map(Number))
  if (seen < least - 1) return false
  return payUnits(awards, seen + 1) > payUnits(awards, seen) || (seen >= least && payUnits(pays, seen + 1) > payUnits(pays, seen))
}

/** The pay of a symbol at a count: the entry of the greatest count not above it, in units. */
export function payUnits(pays: Readonly<Record<string, number>>, count: number): number {
  const reached = Object.keys(pays)
    .map(Number)
    .filter((step) => step <= count)
  return reached.length === 0 ? 0 : (pays[String(Math.max(...reached))] ?? 0)
}
