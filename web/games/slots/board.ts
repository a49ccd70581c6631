import type { GameContext } from '../context'
import type { Coin, SlotsDefinition } from '../play/types'
import { element } from '../shell/dom'
import { fitText } from '../shell/fit'
import type { Layout } from './layout'

type Prize = NonNullable<Coin['prize']> | 'grand'

/** From the highest on, as they stand on the board. */
const PRIZES: readonly Prize[] = ['grand', 'major', 'minor', 'mini']

/** What each prize of hold and win pays, in units of the bet; nothing in a game without it. */
export function prizeUnits({ hold_and_win: hold }: Pick<SlotsDefinition, 'hold_and_win'>): [Prize, number][] {
  if (hold === undefined) return []
  const unitsOf = (prize: Prize): number | undefined => (prize === 'grand' ? hold.full_units : hold.values.find((value) => value.prize === prize)?.units)
  return PRIZES.flatMap((prize): [Prize, number][] => {
    const units = unitsOf(prize)
    return units === undefined ? [] : [[prize, units]]
  })
}

/** The steps that the multiplier of wins climbs, each once; nothing in a game without. */
export function ladderOf({ tumble, freespins }: Pick<SlotsDefinition, 'tumble' | 'freespins'>): number[] {
  const steps = freespins?.sticky_wilds?.ladder ?? tumble?.multipliers ?? []
  const ladder = [...new Set(steps)]
  return ladder.length > 1 ? ladder : []
}

/** Whether the game has a board beside its reels. */
export function hasBoard(definition: SlotsDefinition): boolean {
  return definition.hold_and_win !== undefined || ladderOf(definition).length > 0
}

/** Beside the reels, or above them where there is no room: what the prizes are worth at the stake, or the steps of the multiplier. */
export class Board {
  readonly #root: HTMLElement
  readonly #context: GameContext
  readonly #definition: SlotsDefinition
  readonly #ladder: readonly number[]
  readonly #amounts = new Map<Prize, HTMLElement>()
  readonly #steps: readonly HTMLElement[]
  #factor = 1

  constructor(context: GameContext, definition: SlotsDefinition) {
    const { t } = context
    this.#context = context
    this.#definition = definition
    this.#ladder = ladderOf(definition)
    const prizes = prizeUnits(definition).map(([prize]) => {
      const amount = element('dd')
      const plate = element('div', {}, element('dt', { text: t(`game.prize_${prize}`) }), amount)
      plate.dataset.prize = prize
      this.#amounts.set(prize, amount)
      return plate
    })
    // The multiplier is said when it changes.
    this.#steps = this.#ladder.map(() => element('li', { attributes: { 'aria-hidden': 'true' } }))
    this.#root =
      prizes.length > 0
        ? element('dl', { class: 'board prizes', attributes: { 'aria-label': t('game.prizes') } }, ...prizes)
        : element('ol', { class: 'board ladder', attributes: { 'aria-hidden': 'true' } }, ...this.#steps)
    if (hasBoard(definition)) context.frame.stage.append(this.#root)
    this.factor(1)
  }

  /** Whether it shows the steps of a multiplier. */
  get hasLadder(): boolean {
    return this.#ladder.length > 0
  }

  /** Puts it where the layout has room for it. */
  place({ board }: Pick<Layout, 'board'>): void {
    if (board === null) return
    this.#root.dataset.upright = String(board.isUpright)
    const { x, y, width, height } = board
    Object.assign(this.#root.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` })
    for (const line of this.#root.querySelectorAll<HTMLElement>('dt, dd')) fitText(line)
  }

  /** Shows the prizes at a stake. */
  stake(cents: number): void {
    for (const [prize, units] of prizeUnits(this.#definition)) {
      const amount = this.#amounts.get(prize)
      if (amount === undefined) continue
      amount.textContent = this.#context.money((units * cents) / this.#definition.bet_units)
      fitText(amount)
    }
  }

  /** Lights the prizes that these coins have. */
  won(coins: readonly Coin[]): void {
    const won = new Set<Prize | undefined>(coins.map(({ prize }) => prize))
    const { reels, rows } = this.#definition
    for (const [prize, amount] of this.#amounts) {
      const isWon = won.has(prize) || (prize === 'grand' && coins.length === reels * rows)
      amount.parentElement?.toggleAttribute('data-won', isWon)
    }
  }

  /** Multiplies the steps, as free spins may; 1 takes that back. */
  factor(by: number): void {
    this.#factor = by
    for (const [i, step] of this.#steps.entries()) step.textContent = `×${(this.#ladder[i] ?? 1) * by}`
    this.reach(by)
  }

  /** Lights the step that the multiplier has reached. */
  reach(multiplier: number): void {
    const at = Math.max(
      0,
      this.#ladder.findLastIndex((step) => step * this.#factor <= multiplier),
    )
    for (const [i, step] of this.#steps.entries()) step.dataset.lit = i === at ? 'now' : String(i < at)
  }
}
