import { draw, drawSymbol, fall, reelSetAt } from './draw'
import { expandedWin, findWins, scatterPositions, scatterWin } from './evaluate'
import { type Feature, coinValues, cover, nudge, respin, reveal, stick, sumOf } from './features'
import { Rules, rung } from './rules'
import type { Stream } from './stream'
import type { Position, SlotsDefinition, SlotsStep, SymbolWindow, Win } from './types'

/** A round between two steps. */
export interface RoundProgress {
  winCents: number
  freespinsLeft: number
  freespinsTotal: number
  /** What a feature carries on. */
  feature?: Feature
  /** Whether the round has reached its cap. */
  capped: boolean
}

/** A round before its paid spin. */
export const ROUND_START: RoundProgress = { winCents: 0, freespinsLeft: 0, freespinsTotal: 0, capped: false }

/** The kind of the step that is due, or nothing when the round is over. */
export function kindDue({ capped, feature, freespinsLeft }: RoundProgress): SlotsStep['kind'] | undefined {
  if (capped) return undefined
  if (feature?.kind === 'hold_and_win' || feature?.kind === 'expanding_wild') return 'respin'
  return freespinsLeft > 0 ? 'freespin' : undefined
}

/** Plays one step of a round and cuts it to the round's limits. */
export async function playSlots(
  definition: SlotsDefinition,
  kind: SlotsStep['kind'],
  stakeCents: number,
  before: RoundProgress,
  stream: Stream,
): Promise<{ step: SlotsStep; after: RoundProgress }> {
  const rules = new Rules(definition)
  const unitCents = stakeCents / definition.bet_units
  const played =
    before.feature?.kind === 'hold_and_win'
      ? await respin(rules, before.feature, unitCents, stream)
      : await spinAndCarry(rules, kind, before.feature, unitCents, stream)
  const { step } = played
  let { feature } = played

  const roomCents = stakeCents * definition.max_win_x - before.winCents
  const capped = step.win_cents >= roomCents
  step.win_cents = Math.min(step.win_cents, roomCents)

  const freespinsRoom = (definition.freespins?.max_total ?? 0) - before.freespinsTotal
  step.freespins_awarded = Math.min(step.freespins_awarded, freespinsRoom)
  if (step.freespins_awarded > 0 && before.freespinsTotal === 0) feature = await beginFreespins(rules, step, stream)
  const after = {
    winCents: before.winCents + step.win_cents,
    freespinsLeft: before.freespinsLeft - (kind === 'freespin' ? 1 : 0) + step.freespins_awarded,
    freespinsTotal: before.freespinsTotal + step.freespins_awarded,
    feature,
    capped,
  }
  return { step, after }
}

/** What the first award of free spins sets up; the expanding symbol is drawn after all else. */
async function beginFreespins(rules: Rules, step: SlotsStep, stream: Stream): Promise<Feature | undefined> {
  const { freespins } = rules.definition
  if (freespins?.sticky_wilds) return { kind: 'sticky_wilds', positions: [] }
  if (!freespins?.expanding_symbol) return undefined
  const symbol = await drawSymbol(rules.definition, freespins.expanding_symbol, stream)
  step.expanding_symbol = symbol
  return { kind: 'expanding_symbol', symbol }
}

/** A spin, and what its feature carries to the next step. */
async function spinAndCarry(
  rules: Rules,
  kind: SlotsStep['kind'],
  feature: Feature | undefined,
  unitCents: number,
  stream: Stream,
): Promise<{ step: SlotsStep; feature?: Feature }> {
  const { definition } = rules
  const step = await spin(rules, kind, feature, unitCents, stream)
  if (feature?.kind === 'sticky_wilds') return { step, feature: { ...feature, positions: step.sticky ?? [] } }
  if (feature?.kind === 'expanding_symbol') return { step, feature }
  const reels = step.covered ?? []
  const held = feature?.kind === 'expanding_wild' ? feature.reels.length : 0
  if (reels.length > held) return { step, feature: { kind: 'expanding_wild', reels } }
  const coins = step.coins ?? []
  const hold = definition.hold_and_win
  if (hold && coins.length >= hold.trigger) {
    return { step, feature: { kind: 'hold_and_win', respinsLeft: hold.respins, coins } }
  }
  return { step }
}

async function spin(rules: Rules, kind: SlotsStep['kind'], feature: Feature | undefined, unitCents: number, stream: Stream): Promise<SlotsStep> {
  const { definition } = rules
  const free = kind === 'freespin' ? definition.freespins : undefined
  const bought = kind === 'buy' ? definition.bonus_buy : undefined
  const reelSet = free?.reel_set ?? bought?.reel_set ?? definition.reel_set

  const held = feature?.kind === 'expanding_wild' ? feature.reels : []
  const firstRung = free?.from_rung ?? 0
  const drawn = await draw(definition, reelSetAt(definition, reelSet, firstRung), held, stream)
  const mystery = await reveal(rules, drawn.window, stream)
  const covering = definition.expanding_wild ? cover(rules, mystery.window) : { ...mystery, covered: [] }
  const sticking = feature?.kind === 'sticky_wilds' ? stick(rules, covering.window, feature.positions) : { ...covering, sticky: [] }
  let { window } = sticking
  let shown = feature?.kind === 'sticky_wilds' ? window : drawn.window

  const ladder = feature?.kind === 'sticky_wilds' ? definition.freespins?.sticky_wilds?.ladder : undefined
  const base = (free?.multiplier ?? 1) * rung(definition.expanding_wild?.multipliers, covering.covered.length) * rung(ladder, sticking.sticky.length)
  const multiplierAfter = (tumbles: number) => base * rules.tumbleMultiplier(firstRung + tumbles)
  let wins = findWins(rules, window, multiplierAfter(0) * unitCents)
  const nudged =
    wins.length === 0 && definition.nudge && reelSet.kind === 'strips' ? await nudge(rules, reelSet.strips, drawn.stops, window, stream) : undefined
  if (nudged) {
    window = nudged.window
    shown = window
    wins = findWins(rules, window, multiplierAfter(0) * unitCents)
  }

  const step: SlotsStep = {
    kind,
    stops: drawn.stops,
    window: shown,
    wins,
    tumbles: [],
    multiplier: multiplierAfter(0),
    win_cents: 0,
    freespins_awarded: 0,
  }
  const tumblesMax = definition.tumble?.max_tumbles ?? 0
  while (wins.length > 0 && step.tumbles.length < tumblesMax) {
    const whole = definition.tumble?.whole === true
    const removed = whole ? allCells(window) : winningCells(wins)
    window = whole
      ? (await draw(definition, reelSetAt(definition, reelSet, firstRung + step.tumbles.length + 1), [], stream)).window
      : await fall(definition, reelSet, window, removed, stream)
    const multiplier = multiplierAfter(step.tumbles.length + 1)
    wins = findWins(rules, window, multiplier * unitCents)
    step.tumbles.push({ removed, window, wins, multiplier })
  }

  const scatters = scatterPositions(rules, window)
  wins.push(...scatterWin(rules, scatters, base * unitCents))
  const expanded = feature?.kind === 'expanding_symbol' ? expandedWin(rules, window, feature.symbol, base * unitCents) : undefined
  if (expanded) wins.push(expanded.win)
  step.win_cents = sumOf([step.wins, ...step.tumbles.map((tumble) => tumble.wins)].flat())
  step.freespins_awarded = rules.freespinsFor(scatters.length, firstRung + step.tumbles.length)

  const coins = definition.hold_and_win ? await coinValues(rules, window, unitCents, stream) : []
  const covered = expanded?.reels ?? covering.covered
  // Like the server, a step names only what it has.
  if (coins.length > 0) step.coins = coins
  if (covered.length > 0) step.covered = covered
  if (sticking.sticky.length > 0) step.sticky = sticking.sticky
  if (feature?.kind === 'expanding_symbol') step.expanding_symbol = feature.symbol
  if (mystery.revealed !== undefined) step.revealed = mystery.revealed
  if (nudged) step.nudge = nudged.by
  return step
}

/** Every cell of a window, by reel and row. */
function allCells(window: SymbolWindow): Position[] {
  return window.flatMap((cells, reel) => cells.map((_, row): Position => [reel, row]))
}

/** The cells of these wins, each once, by reel and row. */
function winningCells(wins: Win[]): Position[] {
  const cells = new Map(wins.flatMap((win) => win.positions.map((at) => [at.join(':'), at] as const)))
  return [...cells.values()].sort(([reelA, rowA], [reelB, rowB]) => reelA - reelB || rowA - rowB)
}
