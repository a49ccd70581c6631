import { findWins, scatterPositions, scatterWin } from './evaluate'
import { Rules } from './rules'
import type { Stream } from './stream'
import type { Position, ReelSet, SlotsDefinition, SlotsStep, SymbolWindow, Win } from './types'

/** A round between two spins. */
export interface RoundProgress {
  winCents: number
  freespinsLeft: number
  freespinsTotal: number
  /** Whether the round has reached its cap. */
  capped: boolean
}

/** A round before its paid spin. */
export const ROUND_START: RoundProgress = { winCents: 0, freespinsLeft: 0, freespinsTotal: 0, capped: false }

/** Plays one spin of a round and cuts it to the round's limits. */
export async function playSlots(
  definition: SlotsDefinition,
  kind: SlotsStep['kind'],
  stakeCents: number,
  before: RoundProgress,
  stream: Stream,
): Promise<{ step: SlotsStep; after: RoundProgress }> {
  const step = await spin(new Rules(definition), kind, stakeCents / definition.bet_units, stream)

  const roomCents = stakeCents * definition.max_win_x - before.winCents
  const capped = step.win_cents >= roomCents
  step.win_cents = Math.min(step.win_cents, roomCents)

  const freespinsRoom = (definition.freespins?.max_total ?? 0) - before.freespinsTotal
  step.freespins_awarded = Math.min(step.freespins_awarded, freespinsRoom)
  const after = {
    winCents: before.winCents + step.win_cents,
    freespinsLeft: before.freespinsLeft - (kind === 'freespin' ? 1 : 0) + step.freespins_awarded,
    freespinsTotal: before.freespinsTotal + step.freespins_awarded,
    capped,
  }
  return { step, after }
}

async function spin(rules: Rules, kind: SlotsStep['kind'], unitCents: number, stream: Stream): Promise<SlotsStep> {
  const { definition } = rules
  const free = kind === 'freespin' ? definition.freespins : undefined
  const reelSet = free?.reel_set ?? definition.reel_set
  const spinMultiplier = free?.multiplier ?? 1
  const multiplierAfter = (tumbles: number) => spinMultiplier * rules.tumbleMultiplier(tumbles)

  const drawn = await draw(definition, reelSet, stream)
  let window = drawn.window
  let wins = findWins(rules, window, multiplierAfter(0) * unitCents)
  const step: SlotsStep = {
    kind,
    stops: drawn.stops,
    window,
    wins,
    tumbles: [],
    multiplier: multiplierAfter(0),
    win_cents: 0,
    freespins_awarded: 0,
  }
  const tumblesMax = definition.tumble?.max_tumbles ?? 0
  while (wins.length > 0 && step.tumbles.length < tumblesMax) {
    const removed = winningCells(wins)
    window = await fall(definition, reelSet, window, removed, stream)
    const multiplier = multiplierAfter(step.tumbles.length + 1)
    wins = findWins(rules, window, multiplier * unitCents)
    step.tumbles.push({ removed, window, wins, multiplier })
  }

  const scatters = scatterPositions(rules, window)
  wins.push(...scatterWin(rules, scatters, spinMultiplier * unitCents))
  const allWins = [step.wins, ...step.tumbles.map((tumble) => tumble.wins)].flat()
  step.win_cents = allWins.reduce((sum, win) => sum + win.amount_cents, 0)
  step.freespins_awarded = rules.freespinsFor(scatters.length)
  return step
}

/** One number per reel from the left, or one per cell: reel by reel and downwards. */
async function draw(
  definition: SlotsDefinition,
  reelSet: ReelSet,
  stream: Stream,
): Promise<{ stops: number[]; window: SymbolWindow }> {
  const stops: number[] = []
  const window: SymbolWindow = []
  for (let reel = 0; reel < definition.reels; reel += 1) {
    if (reelSet.kind === 'strips') {
      const strip = reelSet.strips[reel] ?? []
      const stop = await stream.uniform(strip.length)
      stops.push(stop)
      window.push(rowsOf(definition).map((row) => strip[(stop + row) % strip.length] ?? ''))
    } else {
      window.push(await drawCells(definition, reelSet.weights, definition.rows, stream))
    }
  }
  return { stops, window }
}

/** Takes cells away, lets the rest fall and draws new ones from the top: reel by reel, downwards. */
async function fall(
  definition: SlotsDefinition,
  reelSet: ReelSet,
  window: SymbolWindow,
  removed: Position[],
  stream: Stream,
): Promise<SymbolWindow> {
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

/** Cells from the top, weights counted in the order of the definition's symbols. */
async function drawCells(
  definition: SlotsDefinition,
  weights: Record<string, number>,
  count: number,
  stream: Stream,
): Promise<string[]> {
  const all = Object.values(weights).reduce((sum, weight) => sum + weight, 0)
  const cells: string[] = []
  while (cells.length < count) {
    let rest = await stream.uniform(all)
    const drawn = definition.symbols.find(({ id }) => {
      rest -= weights[id] ?? 0
      return rest < 0
    })
    cells.push(drawn?.id ?? '')
  }
  return cells
}

/** The cells of these wins, each once, by reel and row. */
function winningCells(wins: Win[]): Position[] {
  const cells = new Map(wins.flatMap((win) => win.positions.map((at) => [at.join(':'), at] as const)))
  return [...cells.values()].sort(([reelA, rowA], [reelB, rowB]) => reelA - reelB || rowA - rowB)
}

function rowsOf(definition: SlotsDefinition): number[] {
  return Array.from({ length: definition.rows }, (_, row) => row)
}
