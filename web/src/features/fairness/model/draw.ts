import type { Stream } from './stream'
import type { ByCount, Position, ReelSet, SlotsDefinition, SymbolWindow } from './types'

/**
 * A drawn window: one number per reel from the left, or one per cell, reel by reel and downwards. Reels in
 * `covered` draw nothing and show the wild. Where heights change, each reel draws its height before its stop.
 */
export async function draw(
  definition: SlotsDefinition,
  reelSet: ReelSet,
  covered: number[],
  stream: Stream,
): Promise<{ stops: number[]; window: SymbolWindow }> {
  const wild = definition.symbols.find(({ role }) => role === 'wild')?.id ?? ''
  const stops: number[] = []
  const window: SymbolWindow = []
  for (let reel = 0; reel < definition.reels; reel += 1) {
    if (covered.includes(reel)) {
      window.push(rowsOf(definition).map(() => wild))
    } else if (reelSet.kind === 'strips') {
      const strip = reelSet.strips[reel] ?? []
      const height = definition.heights ? await drawHeight(definition.heights.weights[reel] ?? {}, stream) : definition.rows
      const stop = await stream.uniform(strip.length)
      stops.push(stop)
      window.push(Array.from({ length: height }, (_, row) => strip[(stop + row) % strip.length] ?? ''))
    } else {
      const weights = reelSet.kind === 'cells' ? reelSet.weights : (reelSet.weights[reel] ?? {})
      window.push(await drawCells(definition, weights, definition.rows, stream))
    }
  }
  return { stops, window }
}

/** Takes cells away, lets the rest fall and draws new ones from the top: reel by reel, downwards. */
export async function fall(definition: SlotsDefinition, reelSet: ReelSet, window: SymbolWindow, removed: Position[], stream: Stream): Promise<SymbolWindow> {
  if (reelSet.kind !== 'cells') return window
  const gone = new Set(removed.map(([reel, row]) => `${reel}:${row}`))
  const fallen: SymbolWindow = []
  for (const [reel, cells] of window.entries()) {
    const kept = cells.filter((_, row) => !gone.has(`${reel}:${row}`))
    const fresh = await drawCells(definition, reelSet.weights, definition.rows - kept.length, stream)
    fallen.push([...fresh, ...kept])
  }
  return fallen
}

/** The reel set on a rung of the ladder: without the symbols that have left. */
export function reelSetAt(definition: SlotsDefinition, reelSet: ReelSet, at: number): ReelSet {
  const left = definition.levels?.leaving.slice(0, at) ?? []
  if (reelSet.kind !== 'cells' || left.length === 0) return reelSet
  const stays = Object.entries(reelSet.weights).filter(([id]) => !left.includes(id))
  return { kind: 'cells', weights: Object.fromEntries(stays) }
}

/** A number of cells by its weight, counted from the smallest. */
async function drawHeight(weights: ByCount, stream: Stream): Promise<number> {
  const heights = Object.keys(weights)
    .map(Number)
    .sort((a, b) => a - b)
  let rest = await stream.uniform(Object.values(weights).reduce((sum, weight) => sum + weight, 0))
  const drawn = heights.find((height) => {
    rest -= weights[String(height)] ?? 0
    return rest < 0
  })
  return drawn ?? 0
}

/** One symbol by its weight, counted in the order of the definition's symbols. */
export async function drawSymbol(definition: SlotsDefinition, weights: Record<string, number>, stream: Stream): Promise<string> {
  let rest = await stream.uniform(Object.values(weights).reduce((sum, weight) => sum + weight, 0))
  const drawn = definition.symbols.find(({ id }) => {
    rest -= weights[id] ?? 0
    return rest < 0
  })
  return drawn?.id ?? ''
}

/** Cells from the top. */
async function drawCells(definition: SlotsDefinition, weights: Record<string, number>, count: number, stream: Stream): Promise<string[]> {
  const cells: string[] = []
  while (cells.length < count) cells.push(await drawSymbol(definition, weights, stream))
  return cells
}

function rowsOf(definition: SlotsDefinition): number[] {
  return Array.from({ length: definition.rows }, (_, row) => row)
}
