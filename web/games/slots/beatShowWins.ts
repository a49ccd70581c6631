import { countAt, countLegs, countUp, countUpDuration } from '../play/countup'
import type { Win } from '../play/types'
import { motionIsReduced } from '../shell/motion'
import type { ShowParts, Told } from './parts'
import { readHits, readWin } from './reading'
import { type Beat, type ShownWin, wildCells, winsOf } from './timeline'

/** How long the figure of the round takes to rise by what a fall pays, in milliseconds at normal pace. */
const FALL_COUNT_MS = 500

/** Shows what has won and counts it into the figure of the round: fall by fall in a game that tumbles, at the end in others. */
export class WinBeats {
  readonly #parts: ShowParts
  /** What the falls of the step have been told to pay. */
  #toldCents = 0

  constructor(parts: ShowParts) {
    this.#parts = parts
  }

  /** A step begins, of which nothing has been told. */
  begin(): void {
    this.#toldCents = 0
  }

  /** Lights the wins of a window and tells what multiplies them. In a game that tumbles it tells and counts what they pay as well. */
  async show(beat: Extract<Beat, { kind: 'wins' }>, told: Told): Promise<void> {
    const { badges, context, definition, effects, reels, wins } = this.#parts
    const { wins: won, multiplier, celebrate } = beat
    const paidCents = definition.tumble === undefined ? null : this.#paid(won, told)
    if (paidCents !== null) badges.multiplier(multiplier)
    const lit = wins.all(beat)
    context.frame.showStatus(this.#say(beat, paidCents), celebrate ? 'won' : 'plain')
    const [first] = won
    if (paidCents !== null) {
      this.#label(won, multiplier, paidCents)
      const from = wonBefore(told) + this.#toldCents
      this.#toldCents += paidCents
      await Promise.all([lit, this.#count(FALL_COUNT_MS, (share) => countUp(from, from + paidCents, share, 1), told)])
      return
    }
    if (won.length === 1 && first?.wildTimes !== undefined) effects.label(first, `×${first.wildTimes}`)
    await lit
    const wilds = won.filter(({ wildTimes }) => wildTimes !== undefined).flatMap((win) => wildCells(win, reels.window, definition))
    const apart = new Map(wilds.map((cell) => [cell.join(), cell]))
    if (apart.size > 0 && !motionIsReduced()) await effects.land([...apart.values()])
  }

  /** Counts what the step has won, then says it. What held coins pay has been counted coin by coin. */
  async total({ amount_cents: amount, level, isHeld }: Extract<Beat, { kind: 'total' }>, told: Told): Promise<void> {
    if (isHeld) return
    const { celebration, context } = this.#parts
    const { frame, t, money } = context
    const { round, index } = told
    const step = round.steps[index]
    const wins = step === undefined ? [] : winsOf(step)
    // The falls of a spin are multiplied each by its own.
    const times = step !== undefined && step.tumbles.length === 0 && step.multiplier > 1 ? [`×${step.multiplier}`] : []
    const hits = [readHits(t, wins), ...times].join(' · ')
    // What has begun a feature is not all that is counted.
    if (wins.length > 1 && this.#toldCents < amount) frame.showStatus(hits, level === 'none' ? 'plain' : 'won')
    const before = wonBefore(told)
    const isBrief = round.next !== null || round.steps.length > 1
    const duration = countUpDuration(level, amount / round.bet_cents, isBrief)
    const legs = countLegs(amount, level, round.bet_cents)
    // What falls have paid stands there already.
    const counted = this.#toldCents < amount ? this.#count(duration, (share) => before + countAt(legs, share).cents, told) : undefined
    await Promise.all([celebration.win(amount, level, { betCents: round.bet_cents, isBrief }), counted])
    this.#figure(before + amount, told)
    const sum = t(level === 'none' ? 'game.status_returned' : 'game.status_won', { amount: money(amount) })
    frame.showStatus(wins.length > 1 ? `${hits} · ${sum}` : sum, level === 'none' ? 'plain' : 'won')
  }

  /** What wins pay: less than their sum where the round may not win more. */
  #paid(won: readonly Win[], { round, index }: Told): number {
    const mostCents = (round.steps[index]?.win_cents ?? 0) - this.#toldCents
    return Math.min(mostCents, sumOf(won))
  }

  /** What has won, by what it is multiplied, and what it pays if that is told already. */
  #say({ wins: won, multiplier }: Extract<Beat, { kind: 'wins' }>, paidCents: number | null): string {
    const { t, money } = this.#parts.context
    const [first] = won
    const isOne = won.length === 1
    const said: string[] = []
    if (multiplier > 1) said.push(t('game.multiplier', { multiplier }))
    if (first !== undefined && isOne && paidCents !== null) said.push(readWin(t, money, { ...first, amount_cents: paidCents }))
    else said.push(readHits(t, won))
    if (isOne && first?.wildTimes !== undefined) said.push(`×${first.wildTimes}`)
    if (!isOne && paidCents !== null) said.push(money(paidCents))
    return said.join(' · ')
  }

  /** Writes on the reels what the wins of a fall pay: at a single win, and of several in the middle of the lower edge. */
  #label(won: readonly ShownWin[], multiplier: number, paidCents: number): void {
    const { context, definition, effects } = this.#parts
    const [first] = won
    if (first === undefined) return
    const text = [...(multiplier > 1 ? [`×${multiplier}`] : []), context.money(paidCents)].join(' · ')
    effects.label(won.length === 1 ? first : { ...first, kind: 'pay_anywhere', line: null, positions: [[(definition.reels - 1) / 2, 0]] }, text)
  }

  /** Lets the figure of the round run up; at once where nothing is to move. */
  async #count(milliseconds: number, at: (share: number) => number, told: Told): Promise<void> {
    if (motionIsReduced() || milliseconds === 0) this.#figure(at(1), told)
    else await this.#parts.playback.animate(milliseconds, (share) => this.#figure(at(share), told))
  }

  /** The figure is a win from when it is more than was paid. */
  #figure(cents: number, { round }: Told): void {
    this.#parts.hud.win(cents, cents > round.stake_cents)
  }
}

/** What the round had won before the step. */
export function wonBefore({ round, index }: Told): number {
  return round.steps.slice(0, index).reduce((sum, { win_cents: win }) => sum + win, 0)
}

function sumOf(wins: readonly Win[]): number {
  return wins.reduce((sum, { amount_cents: amount }) => sum + amount, 0)
}
