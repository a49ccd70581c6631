import { type WinLevel, winLevel } from '../play/countup'
import type { Position, SlotsDefinition, SlotsStep, Tumble, Win } from '../play/types'

/** The window: symbol ids reel by reel, each from the top. */
export type Window = readonly (readonly string[])[]

/** One thing that is shown, in order. */
export type Beat =
  | { kind: 'spin'; window: Window; anticipation: readonly boolean[] }
  | { kind: 'wins'; wins: readonly Win[]; multiplier: number; celebrate: boolean }
  | { kind: 'tumble'; removed: readonly Position[]; drops: readonly Drop[]; window: Window; multiplier: number }
  | { kind: 'total'; amount_cents: number; level: WinLevel }
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
  const shown: Beat[] = [{ kind: 'spin', window: step.window, anticipation: anticipation(step.window, definition) }]
  // In a tumbling game a scatter win is listed with the first window but
  // counted in the last one, so it is shown after the last fall.
  const late = tumbling ? step.wins.filter((win) => win.kind === 'scatter') : []
  const early = step.wins.filter((win) => !late.includes(win))
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
  if (step.win_cents > 0) shown.push({ kind: 'total', amount_cents: step.win_cents, level })
  if (step.freespins_awarded > 0)
    shown.push({ kind: 'freespins', count: step.freespins_awarded, retrigger: step.kind === 'freespin' })
  return shown
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
  const scatter = definition.symbols.find((symbol) => symbol.role === 'scatter')?.id
  const needed = Math.min(...Object.keys(definition.scatter?.freespins ?? {}).map(Number))
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
