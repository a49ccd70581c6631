import { type WinLevel, winLevel } from '../play/countup'
import type { Coin, Position, Role, SlotsDefinition, SlotsStep, Tumble, Win } from '../play/types'

/** The window: symbol ids reel by reel, each from the top. */
export type Window = readonly (readonly string[])[]

/** One thing that is shown, in order. */
export type Beat =
  | { kind: 'spin'; window: Window; anticipation: readonly boolean[] }
  | { kind: 'coins'; coins: readonly Coin[] }
  | { kind: 'nudge'; by: 1 | -1; window: Window }
  | { kind: 'reveal'; symbol: string; window: Window }
  | { kind: 'cover'; reels: readonly number[]; window: Window; multiplier: number }
  | { kind: 'sticky'; cells: readonly Position[]; multiplier: number }
  | { kind: 'hold'; coins: readonly Coin[] }
  | { kind: 'expanding'; symbol: string }
  | { kind: 'wins'; wins: readonly Win[]; multiplier: number; celebrate: boolean }
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
  const level = winLevel(step.win_cents, stakeCents)
  const celebrate = level !== 'none'
  const last: Window = step.tumbles.at(-1)?.window ?? step.window
  const tumbling = definition.tumble !== undefined
  const shown = opening(step, definition)
  // In a tumbling game a scatter win is listed with the first window but
  // counted in the last one, so it is shown after the last fall.
  const late = tumbling ? step.wins.filter((win) => win.kind === 'scatter') : []
  const expanded = step.wins.filter((win) => win.kind === 'expanded')
  const early = step.wins.filter((win) => !late.includes(win) && !expanded.includes(win))
  pushWins(shown, early, step.multiplier, celebrate)
  let window: Window = step.window
  for (const tumble of step.tumbles) {
    shown.push({
      kind: 'tumble',
      removed: tumble.removed,
      drops: drops(window, tumble),
      window: tumble.window,
      multiplier: tumble.multiplier,
    })
    const scatters = tumble.wins.filter((win) => win.kind === 'scatter')
    late.push(...scatters)
    pushWins(
      shown,
      tumble.wins.filter((win) => win.kind !== 'scatter'),
      tumble.multiplier,
      celebrate,
    )
    window = tumble.window
  }
  pushWins(
    shown,
    late.filter((win) => isShown(win, last)),
    step.multiplier,
    celebrate,
  )
  if (expanded.length > 0) {
    const window = filled(last, step.covered ?? [], step.expanding_symbol ?? '')
    shown.push({ kind: 'cover', reels: step.covered ?? [], window, multiplier: 1 })
    pushWins(shown, expanded, step.multiplier, celebrate)
  }
  const isHeld = step.kind === 'respin' && definition.hold_and_win !== undefined
  if (step.win_cents > 0) shown.push({ kind: 'total', amount_cents: step.win_cents, level, isHeld })
  if (step.freespins_awarded > 0) shown.push({ kind: 'freespins', count: step.freespins_awarded, retrigger: step.kind === 'freespin' })
  if (step.expanding_symbol !== undefined && step.kind !== 'freespin') shown.push({ kind: 'expanding', symbol: step.expanding_symbol })
  return shown
}

/** From the first movement until the wins are counted. */
function opening(step: SlotsStep, definition: SlotsDefinition): Beat[] {
  const coins = step.coins ?? []
  if (step.kind === 'respin' && definition.hold_and_win !== undefined) return [{ kind: 'hold', coins }]
  const landed = step.nudge === undefined ? step.window : beforeNudge(step, definition)
  const shown: Beat[] = [{ kind: 'spin', window: landed, anticipation: anticipation(landed, definition) }]
  if (coins.length > 0) shown.push({ kind: 'coins', coins })
  if (step.nudge !== undefined) shown.push({ kind: 'nudge', by: step.nudge, window: step.window })
  if (step.revealed !== undefined) {
    const mystery = symbolOf(definition, 'mystery')
    const symbol = step.revealed
    const window = step.window.map((reel) => reel.map((cell) => (cell === mystery ? symbol : cell)))
    shown.push({ kind: 'reveal', symbol, window })
  }
  if (definition.expanding_wild !== undefined && step.covered !== undefined) {
    const window = filled(step.window, step.covered, symbolOf(definition, 'wild') ?? '')
    shown.push({ kind: 'cover', reels: step.covered, window, multiplier: step.multiplier })
  }
  if (step.sticky !== undefined) shown.push({ kind: 'sticky', cells: step.sticky, multiplier: step.multiplier })
  return shown
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

function pushWins(shown: Beat[], wins: readonly Win[], multiplier: number, celebrate: boolean): void {
  if (wins.length === 0) return
  shown.push({ kind: 'wins', wins: wins.toSorted((a, b) => b.amount_cents - a.amount_cents), multiplier, celebrate })
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

/**
 * Which reels turn longer: those after as many scatters have stopped that
 * one more would award free spins.
 */
export function anticipation(window: Window, definition: SlotsDefinition): boolean[] {
  const scatter = symbolOf(definition, 'scatter', 'wild_scatter', 'coin')
  const awards = Object.keys(definition.scatter?.freespins ?? {}).map(Number)
  const needed = definition.hold_and_win?.trigger ?? Math.min(...awards)
  let seen = 0
  return window.map((column) => {
    const waiting = scatter !== undefined && Number.isFinite(needed) && seen >= needed - 1
    seen += column.filter((symbol) => symbol === scatter).length
    return waiting
  })
}

/** The pay of a symbol at a count: the entry of the greatest count not above it, in units. */
export function payUnits(pays: Readonly<Record<string, number>>, count: number): number {
  const reached = Object.keys(pays)
    .map(Number)
    .filter((step) => step <= count)
  return reached.length === 0 ? 0 : (pays[String(Math.max(...reached))] ?? 0)
}
