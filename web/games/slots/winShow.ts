import type { GameContext } from '../context'
import type { SlotsDefinition, Win } from '../play/types'
import { Playback, motionIsReduced } from '../shell/motion'
import type { Effects } from './effects'
import { readWin } from './reading'
import type { Beat } from './timeline'

/** How long all wins stay lit together where the symbols do not move, in milliseconds at normal pace. */
const STILL_MS = 665

/** How long each win is shown in turn while no round is played, in milliseconds. */
const EACH_MS = 1_500

/** Shows the wins of the window: all together after a round, then one by one until the next round begins. */
export class WinShow {
  readonly #context: GameContext
  readonly #effects: Effects
  readonly #playback: Playback
  /** The pace of the turns, so that skipping a round does not skip them. */
  readonly #restPace = new Playback()
  readonly #lines: readonly (readonly number[])[] | null
  #last: readonly Win[] = []
  #turn: ReturnType<typeof setTimeout> | undefined

  constructor(context: GameContext, { evaluation }: Pick<SlotsDefinition, 'evaluation'>, effects: Effects, playback: Playback) {
    this.#context = context
    this.#effects = effects
    this.#playback = playback
    this.#lines = evaluation.kind === 'lines' ? evaluation.lines : null
  }

  /** Whether the window has wins to show. */
  get isShowing(): boolean {
    return this.#last.length > 0
  }

  /** Lights all wins together and states the first, which is the greatest, in the status line. */
  async all({ wins, celebrate }: Extract<Beat, { kind: 'wins' }>): Promise<void> {
    const { frame, t, money, sound } = this.#context
    const [greatest] = wins
    if (greatest === undefined) return
    this.#last = wins
    this.#effects.light(wins, this.#lines)
    frame.showStatus(readWin(t, money, greatest), celebrate ? 'won' : 'plain')
    if (celebrate) sound.win(wins.length - 1)
    if (motionIsReduced() || !celebrate) await this.#playback.wait(STILL_MS)
    else await this.#effects.pulse(wins)
  }

  /**
   * Shows each win alone for `EACH_MS`, then all of them together, over and over until `stop`. Does nothing with fewer than two
   * wins, or where the player asked for less motion.
   */
  rest(): void {
    const wins = this.#last
    clearTimeout(this.#turn)
    if (wins.length < 2 || motionIsReduced()) return
    this.#restPace.rewind()
    let next = 0
    const show = (): void => {
      const win = wins[next]
      this.#effects.light(win === undefined ? wins : [win], this.#lines)
      if (win !== undefined) this.#showOne(win)
      next = win === undefined ? 0 : next + 1
      this.#turn = setTimeout(show, EACH_MS)
    }
    this.#turn = setTimeout(show, EACH_MS)
  }

  #showOne(win: Win): void {
    this.#effects.label(win, this.#labelOf(win))
    void this.#effects.pulse([win], this.#restPace)
  }

  /** The label of a win: the number of its line, or of its ways, and its amount. */
  #labelOf({ line, ways, amount_cents: cents }: Win): string {
    const { t, money } = this.#context
    const amount = money(cents)
    if (line !== null) return `${line + 1} · ${amount}`
    return ways === null ? amount : `${t('game.ways_now', { ways })} · ${amount}`
  }

  /** Ends the turns and forgets the wins: the reels spin again, or show another window. */
  stop(): void {
    clearTimeout(this.#turn)
    this.#restPace.skip()
    this.#last = []
  }
}
