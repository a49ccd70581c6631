import { findWins } from './evaluate'
import type { Rules } from './rules'
import type { Stream } from './stream'
import { drawSymbol } from './draw'
import type { Coin, Position, SlotsStep, SymbolWindow, Win } from './types'

/** What a feature carries from step to step. */
export type Feature =
  | { kind: 'hold_and_win'; respinsLeft: number; coins: Coin[] }
  | { kind: 'expanding_wild'; reels: number[] }
  | { kind: 'expanding_symbol'; symbol: string }
  | { kind: 'sticky_wilds'; positions: Position[] }

/** Turns every mystery symbol into the one that is drawn; draws nothing when none shows. */
export async function reveal(rules: Rules, window: SymbolWindow, stream: Stream): Promise<{ window: SymbolWindow; revealed?: string }> {
  const { mystery } = rules.definition
  if (!mystery || !window.flat().includes(rules.mystery ?? '')) return { window }
  const revealed = await drawSymbol(rules.definition, mystery.weights, stream)
  return { window: window.map((reel) => reel.map((cell) => (cell === rules.mystery ? revealed : cell))), revealed }
}

/** Covers every reel that shows a wild with it. */
export function cover(rules: Rules, window: SymbolWindow): { window: SymbolWindow; covered: number[] } {
  const wild = rules.wild ?? ''
  const covered = window.flatMap((reel, index) => (reel.includes(wild) ? [index] : []))
  return { window: window.map((reel, index) => (covered.includes(index) ? reel.map(() => wild) : reel)), covered }
}

/** Lays the wilds that stuck, and answers where wilds are then. */
export function stick(rules: Rules, window: SymbolWindow, held: Position[]): { window: SymbolWindow; sticky: Position[] } {
  const wild = rules.wild ?? ''
  const isHeld = (reel: number, row: number) => held.some(([r, c]) => r === reel && c === row)
  const laid = window.map((cells, reel) => cells.map((cell, row) => (isHeld(reel, row) ? wild : cell)))
  const sticky = laid.flatMap((cells, reel) => cells.flatMap((cell, row): Position[] => (cell === wild ? [[reel, row]] : [])))
  return { window: laid, sticky }
}

/** Moves the last reel by one place when that wins and the draw is favourable; up first among equals. */
export async function nudge(
  rules: Rules,
  strips: string[][],
  stops: number[],
  window: SymbolWindow,
  stream: Stream,
): Promise<{ window: SymbolWindow; by: 1 | -1 } | undefined> {
  const { definition } = rules
  const strip = strips.at(-1) ?? []
  const stop = stops.at(-1) ?? 0
  const moves = ([-1, 1] as const).map((by) => {
    const first = stop + by + strip.length
    const reel = Array.from({ length: definition.rows }, (_, row) => strip[(first + row) % strip.length] ?? '')
    const moved = [...window.slice(0, -1), reel]
    return { by, window: moved, units: sumOf(findWins(rules, moved, 1)) }
  })
  const best = moves.reduce((a, b) => (b.units > a.units ? b : a))
  const chance = definition.nudge
  if (!chance || best.units === 0) return undefined
  return (await stream.uniform(chance.chance.out_of)) < chance.chance.of ? best : undefined
}

/** A value for every coin of a window, in order of reel and row. */
export async function coinValues(rules: Rules, window: SymbolWindow, unitCents: number, stream: Stream): Promise<Coin[]> {
  const coins: Coin[] = []
  for (const [reel, cells] of window.entries()) {
    for (const [row, cell] of cells.entries()) {
      if (cell === rules.coin) coins.push(await drawCoin(rules, [reel, row], unitCents, stream))
    }
  }
  return coins
}

/** Draws every free cell anew; the last respin pays all coins. */
export async function respin(
  rules: Rules,
  before: { respinsLeft: number; coins: Coin[] },
  unitCents: number,
  stream: Stream,
): Promise<{ step: SlotsStep; feature?: Feature }> {
  const { reels, rows, hold_and_win: hold } = rules.definition
  if (!hold) throw new Error('a respin without hold and win')
  const coins: Coin[] = []
  for (let reel = 0; reel < reels; reel += 1) {
    for (let row = 0; row < rows; row += 1) {
      const held = before.coins.find(({ position }) => position[0] === reel && position[1] === row)
      if (held) coins.push(held)
      else if ((await stream.uniform(hold.chance.out_of)) < hold.chance.of) {
        coins.push(await drawCoin(rules, [reel, row], unitCents, stream))
      }
    }
  }
  const respinsLeft = coins.length > before.coins.length ? hold.respins : before.respinsLeft - 1
  const full = coins.length === reels * rows
  const over = full || respinsLeft === 0
  const wins = over ? coinWins(rules, coins, full ? hold.full_units * unitCents : 0) : []
  const isCoin = (reel: number, row: number) => coins.some(({ position: [r, c] }) => r === reel && c === row)
  const step: SlotsStep = {
    kind: 'respin',
    stops: [],
    window: Array.from({ length: reels }, (_, reel) => Array.from({ length: rows }, (__, row) => (isCoin(reel, row) ? (rules.coin ?? '') : ''))),
    wins,
    tumbles: [],
    multiplier: 1,
    win_cents: sumOf(wins),
    freespins_awarded: 0,
    coins,
  }
  return over ? { step } : { step, feature: { kind: 'hold_and_win', respinsLeft, coins } }
}

/** The sum of some wins. */
export function sumOf(wins: Win[]): number {
  return wins.reduce((sum, win) => sum + win.amount_cents, 0)
}

function coinWins(rules: Rules, coins: Coin[], prizeCents: number): Win[] {
  const win = (kind: Win['kind'], amount_cents: number): Win => ({
    kind,
    symbol: rules.coin ?? '',
    count: coins.length,
    line: null,
    ways: null,
    positions: coins.map(({ position }) => position),
    amount_cents,
  })
  const all = win(
    'coins',
    coins.reduce((sum, coin) => sum + coin.amount_cents, 0),
  )
  return prizeCents > 0 ? [all, win('full', prizeCents)] : [all]
}

async function drawCoin(rules: Rules, position: Position, unitCents: number, stream: Stream): Promise<Coin> {
  const values = rules.definition.hold_and_win?.values ?? []
  let rest = await stream.uniform(values.reduce((sum, value) => sum + value.weight, 0))
  const drawn = values.find(({ weight }) => {
    rest -= weight
    return rest < 0
  })
  const amount_cents = (drawn?.units ?? 0) * unitCents
  return drawn?.prize === undefined ? { position, amount_cents } : { position, amount_cents, prize: drawn.prize }
}
