import type { Rules } from './rules'
import type { Position, SymbolWindow, Win } from './types'

/** The wins of a window without scatters; `unitCents` is what a unit pays here, multipliers included. */
export function findWins(rules: Rules, window: SymbolWindow, unitCents: number): Win[] {
  const { evaluation } = rules.definition
  switch (evaluation.kind) {
    case 'lines':
      return evaluation.lines.flatMap((rows, line) => lineWin(rules, window, line, rows, unitCents))
    case 'ways':
      return rules.regular.flatMap((symbol) => waysWin(rules, window, symbol, unitCents))
    case 'pay_anywhere':
      return rules.regular.flatMap((symbol) => anywhereWin(rules, window, symbol, unitCents))
    case 'clusters':
      return rules.regular.flatMap((symbol) => clusterWins(rules, window, symbol, unitCents))
  }
}

/** Where the scatters are. */
export function scatterPositions(rules: Rules, window: SymbolWindow): Position[] {
  return positionsWhere(window, (cell) => cell === rules.scatter)
}

/** The scatters' own pay. */
export function scatterWin(rules: Rules, positions: Position[], unitCents: number): Win[] {
  if (rules.scatter === undefined) return []
  const units = rules.pay(rules.scatter, positions.length)
  return win('scatter', rules.scatter, positions.length, positions, units * unitCents)
}

/** The best win of a line; of equal ones that of the symbol named first. */
function lineWin(rules: Rules, window: SymbolWindow, line: number, rows: number[], unitCents: number): Win[] {
  const cells = rows.map((row, reel) => window[reel]?.[row] ?? '')
  let best: Win[] = []
  let bestUnits = 0
  for (const symbol of rules.paying) {
    const end = cells.findIndex((cell) => !rules.countsAs(cell, symbol))
    const count = end < 0 ? cells.length : end
    const withWild = cells.slice(0, count).some((cell) => rules.isWildFor(cell, symbol))
    const units = rules.pay(symbol, count) * (withWild ? (rules.definition.wild?.multiplier ?? 1) : 1)
    if (units > bestUnits) {
      const positions = rows.slice(0, count).map((row, reel): Position => [reel, row])
      best = win('line', symbol, count, positions, units * unitCents, { line })
      bestUnits = units
    }
  }
  return best
}

/** What the expanding symbol pays on all lines, and the reels it covers; nothing when they are too few. */
export function expandedWin(rules: Rules, window: SymbolWindow, symbol: string, unitCents: number): { win: Win; reels: number[] } | undefined {
  const { evaluation, rows } = rules.definition
  const lines = evaluation.kind === 'lines' ? evaluation.lines.length : 0
  const reels = window.flatMap((cells, reel) => (cells.includes(symbol) ? [reel] : []))
  const positions = reels.flatMap((reel) => Array.from({ length: rows }, (_, row): Position => [reel, row]))
  const units = rules.pay(symbol, reels.length) * lines
  const [won] = win('expanded', symbol, reels.length, positions, units * unitCents)
  return won && { win: won, reels }
}

function waysWin(rules: Rules, window: SymbolWindow, symbol: string, unitCents: number): Win[] {
  const hits = window.map((cells, reel) => cells.flatMap((cell, row): Position[] => (rules.countsAs(cell, symbol) ? [[reel, row]] : [])))
  const end = hits.findIndex((reel) => reel.length === 0)
  const reels = end < 0 ? hits : hits.slice(0, end)
  const ways = reels.reduce((product, reel) => product * reel.length, 1)
  const units = rules.pay(symbol, reels.length) * ways
  return win('ways', symbol, reels.length, reels.flat(), units * unitCents, { ways })
}

function anywhereWin(rules: Rules, window: SymbolWindow, symbol: string, unitCents: number): Win[] {
  const positions = positionsWhere(window, (cell) => rules.countsAs(cell, symbol))
  const units = rules.pay(symbol, positions.length)
  return win('pay_anywhere', symbol, positions.length, positions, units * unitCents)
}

/** Clusters of a symbol in the order of their first cells; a cell hangs together with those at its four sides. */
function clusterWins(rules: Rules, window: SymbolWindow, symbol: string, unitCents: number): Win[] {
  const left = positionsWhere(window, (cell) => cell === symbol)
  const wins: Win[] = []
  for (let first = left.shift(); first; first = left.shift()) {
    const cluster = [first]
    for (const [reel, row] of cluster) {
      const touches = ([r, c]: Position) => Math.abs(r - reel) + Math.abs(c - row) === 1
      for (let at = left.findIndex(touches); at >= 0; at = left.findIndex(touches)) cluster.push(...left.splice(at, 1))
    }
    cluster.sort(([reelA, rowA], [reelB, rowB]) => reelA - reelB || rowA - rowB)
    wins.push(...win('cluster', symbol, cluster.length, cluster, rules.pay(symbol, cluster.length) * unitCents))
  }
  return wins
}

function win(kind: Win['kind'], symbol: string, count: number, positions: Position[], amount_cents: number, of: { line?: number; ways?: number } = {}): Win[] {
  if (amount_cents === 0) return []
  return [{ kind, symbol, count, line: of.line ?? null, ways: of.ways ?? null, positions, amount_cents }]
}

function positionsWhere(window: SymbolWindow, test: (cell: string) => boolean): Position[] {
  return window.flatMap((cells, reel) => cells.flatMap((cell, row): Position[] => (test(cell) ? [[reel, row]] : [])))
}
