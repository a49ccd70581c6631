import type { Position, ReelSet, SlotsDefinition, SlotsStep, Tumble, Win } from '../play/types.ts'

type Cells = string[][]

/** A made-up spin that follows a definition's rules closely enough to look at. */
export function spin(definition: SlotsDefinition, stake: number, free: boolean): SlotsStep {
  const set = (free ? definition.freespins?.reel_set : undefined) ?? definition.reel_set
  const unit = stake / definition.bet_units
  const factor = free ? (definition.freespins?.multiplier ?? 1) : 1
  const ladder = definition.tumble?.multipliers ?? [1]
  const from = free ? (definition.freespins?.from_rung ?? 0) : 0
  let cells = draw(without(set, definition, from), definition)
  const window = cells
  const first = wins(definition, cells, unit * factor * (ladder[from] ?? 1))
  const tumbles: Tumble[] = []
  let last = first
  for (let i = 0; last.length > 0 && i < (definition.tumble?.max_tumbles ?? 0); i += 1) {
    const whole = definition.tumble?.whole === true
    const removed = whole ? where(cells, () => true) : last.flatMap((win) => win.positions)
    cells = whole ? draw(without(set, definition, from + i + 1), definition) : fall(cells, removed, set)
    const multiplier = factor * (ladder[Math.min(from + i + 1, ladder.length - 1)] ?? 1)
    last = wins(definition, cells, unit * multiplier)
    tumbles.push({ removed, window: cells, wins: last, multiplier })
  }
  const scatter = scatters(definition, cells, unit * factor)
  const all = [...first, ...tumbles.flatMap((tumble) => tumble.wins), ...scatter.wins]
  return {
    kind: free ? 'freespin' : 'spin',
    stops: [],
    window,
    wins: [...first, ...scatter.wins],
    tumbles,
    multiplier: factor,
    win_cents: all.reduce((sum, win) => sum + win.amount_cents, 0),
    freespins_awarded: free ? 0 : scatter.spins + pay(definition.levels?.freespins ?? {}, tumbles.length),
  }
}

function pick(set: ReelSet): string {
  if (set.kind !== 'cells') return ''
  const entries = Object.entries(set.weights)
  let left = Math.random() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  return entries.find(([, weight]) => (left -= weight) < 0)?.[0] ?? ''
}

/** The symbols that are left on a rung of the ladder. */
function without(set: ReelSet, { levels }: SlotsDefinition, rung: number): ReelSet {
  const left = levels?.leaving.slice(0, rung) ?? []
  return set.kind === 'cells' ? { kind: 'cells', weights: Object.fromEntries(Object.entries(set.weights).filter(([id]) => !left.includes(id))) } : set
}

function draw(set: ReelSet, definition: SlotsDefinition): Cells {
  return Array.from({ length: definition.reels }, (_, reel) => {
    const heights = definition.heights?.weights[reel]
    const rows = heights === undefined ? definition.rows : Number(pick({ kind: 'cells', weights: heights }))
    if (set.kind === 'cells') return Array.from({ length: rows }, () => pick(set))
    if (set.kind === 'reel_cells') {
      const cells: ReelSet = { kind: 'cells', weights: set.weights[reel] ?? {} }
      return Array.from({ length: rows }, () => pick(cells))
    }
    const strip = set.strips[reel] ?? []
    const stop = Math.floor(Math.random() * strip.length)
    return Array.from({ length: rows }, (__, row) => strip[(stop + row) % strip.length] ?? '')
  })
}

function fall(cells: Cells, removed: readonly Position[], set: ReelSet): Cells {
  return cells.map((column, reel) => {
    const kept = column.filter((_, row) => !removed.some(([r, w]) => r === reel && w === row))
    return [...Array.from({ length: column.length - kept.length }, () => pick(set)), ...kept]
  })
}

function pay(pays: Readonly<Record<string, number>>, count: number): number {
  const reached = Object.keys(pays)
    .map(Number)
    .filter((step) => step <= count)
  return reached.length === 0 ? 0 : (pays[String(Math.max(...reached))] ?? 0)
}

function scatters(definition: SlotsDefinition, cells: Cells, unit: number): { wins: Win[]; spins: number } {
  const id = definition.symbols.find(({ role }) => role === 'scatter')?.id
  const positions = where(cells, (symbol) => symbol === id)
  const count = positions.length
  const amount = Math.round(pay(definition.scatter?.pays ?? {}, count) * unit)
  const wins: Win[] = amount > 0 && id !== undefined ? [{ kind: 'scatter', symbol: id, count, line: null, ways: null, positions, amount_cents: amount }] : []
  return { wins, spins: pay(definition.scatter?.freespins ?? {}, count) }
}

function where(cells: Cells, test: (symbol: string) => boolean): Position[] {
  return cells.flatMap((column, reel) => column.flatMap((symbol, row): Position[] => (test(symbol) ? [[reel, row]] : [])))
}

function clusters(cells: Cells, symbol: string): Position[][] {
  const left = where(cells, (cell) => cell === symbol)
  const found: Position[][] = []
  for (let first = left.shift(); first !== undefined; first = left.shift()) {
    const cluster = [first]
    for (const [reel, row] of cluster) {
      for (let at = left.length - 1; at >= 0; at -= 1) {
        const [r, c] = left[at] ?? [-9, -9]
        if (Math.abs(r - reel) + Math.abs(c - row) === 1) cluster.push(...left.splice(at, 1))
      }
    }
    found.push(cluster)
  }
  return found
}

function wins(definition: SlotsDefinition, cells: Cells, unit: number): Win[] {
  const wild = definition.symbols.find(({ role }) => role === 'wild')?.id
  const is = (symbol: string) => (cell: string | undefined) => cell === symbol || (cell !== undefined && cell === wild)
  const paying = Object.keys(definition.pays)
  const { evaluation } = definition
  const found: Win[] = []
  for (const symbol of paying) {
    const pays = definition.pays[symbol] ?? {}
    if (evaluation.kind === 'clusters') {
      for (const positions of clusters(cells, symbol)) {
        const amount_cents = Math.round(pay(pays, positions.length) * unit)
        if (amount_cents > 0) found.push({ kind: 'cluster', symbol, count: positions.length, line: null, ways: null, positions, amount_cents })
      }
    } else if (evaluation.kind === 'pay_anywhere') {
      const positions = where(cells, (cell) => cell === symbol)
      const amount = pay(pays, positions.length) * unit
      if (amount > 0)
        found.push({
          kind: 'pay_anywhere',
          symbol,
          count: positions.length,
          line: null,
          ways: null,
          positions,
          amount_cents: Math.round(amount),
        })
    } else if (evaluation.kind === 'ways') {
      const columns = cells.map((column, reel) => column.flatMap((cell, row): Position[] => (is(symbol)(cell) ? [[reel, row]] : [])))
      const end = columns.findIndex((column) => column.length === 0)
      const count = end === -1 ? columns.length : end
      const ways = columns.slice(0, count).reduce((product, column) => product * column.length, 1)
      const amount = pay(pays, count) * ways * unit
      if (amount > 0)
        found.push({
          kind: 'ways',
          symbol,
          count,
          line: null,
          ways,
          positions: columns.slice(0, count).flat(),
          amount_cents: Math.round(amount),
        })
    }
  }
  if (evaluation.kind !== 'lines') return found
  for (const [line, rows] of evaluation.lines.entries()) {
    const options = paying.map((symbol) => {
      const end = rows.findIndex((row, reel) => !is(symbol)(cells[reel]?.[row]))
      const count = end === -1 ? rows.length : end
      return { symbol, count, amount: pay(definition.pays[symbol] ?? {}, count) * unit }
    })
    const best = options.toSorted((a, b) => b.amount - a.amount)[0]
    if (best === undefined || best.amount <= 0) continue
    found.push({
      kind: 'line',
      symbol: best.symbol,
      count: best.count,
      line,
      ways: null,
      positions: rows.slice(0, best.count).map((row, reel): Position => [reel, row]),
      amount_cents: Math.round(best.amount),
    })
  }
  return found
}
