/**
 * Proves a round in the player's own browser: the revealed server seed must match what the operator published before, the
 * rules must be those that the round names, and every step recomputed from both must be what was shown and paid.
 */

import { definitionHash } from './canonical'
import { playKeno } from './keno'
import { playRoulette } from './roulette'
import { kindDue, playSlots, ROUND_START, type RoundProgress } from './slots'
import { commitmentOf, Stream, type RoundSeeds } from './stream'
import type { Bet, Definition, SlotsStep, Step } from './types'

/** A round as the player has it, with the server seed revealed. */
export interface VerificationInput extends RoundSeeds {
  /** What the operator published before the round. */
  server_seed_hash: string
  definition: Definition
  /** The name of the rules that the round keeps. */
  definition_hash: string
  stake_cents: number
  /** The bets of a table; empty for slots. */
  bets: readonly Bet[]
  /** The steps as shown, all of a finished round or the first ones of an open round. */
  steps: readonly Step[]
}

/** The first place where the recomputed round differs from the one shown. */
export interface Mismatch {
  /** Index of the step. */
  step: number
  /** Place within the step, such as `tumbles.1.window.0.2`; empty when the step itself is missing or too many. */
  path: string
  expected: unknown
  shown: unknown
}

export interface Verification {
  /** The commitment, the rules and every step match. */
  ok: boolean
  commitmentMatches: boolean
  rulesMatch: boolean
  mismatch?: Mismatch
}

/** Checks a round; throws only when the server seed is no seed at all. */
export async function verifyRound(input: VerificationInput): Promise<Verification> {
  const commitmentMatches = (await commitmentOf(input.server_seed)) === input.server_seed_hash
  const rulesMatch = (await definitionHash(input.definition)) === input.definition_hash
  const recomputed = await recomputeRound(input, input.steps.length)
  for (const [index, shown] of input.steps.entries()) {
    const found = difference(recomputed[index], shown, [])
    if (found) return { ok: false, commitmentMatches, rulesMatch, mismatch: { step: index, ...found } }
  }
  return { ok: commitmentMatches && rulesMatch, commitmentMatches, rulesMatch }
}

/**
 * The first steps of a round, at most `stepsMax`; fewer when it ends before. Of the steps shown only the
 * first one's kind is read: whether the round was staked or bought.
 */
export async function recomputeRound(input: Omit<VerificationInput, 'server_seed_hash' | 'definition_hash'>, stepsMax: number): Promise<Step[]> {
  const { definition } = input
  if (definition.kind === 'roulette') {
    return stepsMax > 0 ? [await playRoulette(input.bets, await Stream.open(input, 0))] : []
  }
  if (definition.kind === 'keno') {
    return stepsMax > 0 ? [await playKeno(definition, input.bets, input.stake_cents, await Stream.open(input, 0))] : []
  }
  // What a bet on a shared round came to was decided at its table.
  if (definition.kind === 'crash' || definition.kind === 'baccarat') return []
  const steps: Step[] = []
  const bought = input.steps[0]?.kind === 'buy' ? definition.bonus_buy : undefined
  // A bought round costs a multiple of the stake it is played for.
  const stakeCents = input.stake_cents / (bought?.cost_x ?? 1)
  let progress: RoundProgress = ROUND_START
  let kind: SlotsStep['kind'] | undefined = bought ? 'buy' : 'spin'
  while (kind !== undefined && steps.length < stepsMax) {
    const stream = await Stream.open(input, steps.length)
    const { step, after } = await playSlots(definition, kind, stakeCents, progress, stream)
    steps.push(step)
    progress = after
    kind = kindDue(progress)
  }
  return steps
}

/** The first difference between two JSON values, depth first. */
function difference(expected: unknown, shown: unknown, path: string[]): Omit<Mismatch, 'step'> | undefined {
  if (!isBranch(expected) || !isBranch(shown) || Array.isArray(expected) !== Array.isArray(shown)) {
    return Object.is(expected, shown) ? undefined : { path: path.join('.'), expected, shown }
  }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(shown)])) {
    const found = difference(expected[key], shown[key], [...path, key])
    if (found) return found
  }
  return undefined
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
