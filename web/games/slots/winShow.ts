import type { GameContext } from '../context'
import type { SlotsDefinition, Win } from '../play/types'
import { type Pace, motionIsReduced } from '../shell/motion'
import type { Effects } from './effects'
import { readWin } from './reading'
import type { Beat } from './timeline'

/** How long the wins of a window are lit together, and each of them in turn while the game rests. */
const ALL_MS = 950
const EACH_MS = 1_500

/** Shows the wins of a window: all at once, and one by one while nobody plays. */
export class WinShow {
  readonly #context: GameContext
  readonly #effects: Effects
  readonly #pace: Pace
  readonly #lines: readonly (readonly number[])[] | null
  #last: readonly Win[] = []
  #turn: ReturnType<typeof setTimeout> | undefined

  constructor(context: GameContext, { evaluation }: Pick<SlotsDefinition, 'evaluation'>, effects: Effects, pace: Pace) {
    this.#context = context
    this.#effects = effects
    this.#pace = pace
    this.#lines = evaluation.kind === 'lines' ? evaluation.lines : null
  }

  /** Lights all wins together and says the greatest. */
  async all({ wins, celebrate }: Extract<Beat, { kind: 'wins' }>): Promise<void> {
    const { frame, t, money, sound } = this.#context
    const [greatest] = wins
    if (greatest === undefined) return
    this.#last = wins
    this.#effects.light(wins, this.#lines)
    frame.say(readWin(t, money, greatest), celebrate ? 'won' : 'plain')
    if (celebrate) sound.win(wins.length - 1)
    if (motionIsReduced() || !celebrate) await this.#pace.wait(ALL_MS * 0.7)
    else await this.#effects.pulse(wins, ALL_MS)
  }

  /** While the game rests each win has its turn, and then all of them; they stand still where motion is reduced. */
  rest(): void {
    const wins = this.#last
    if (wins.length < 2 || motionIsReduced()) return
    let next = 0
    const show = (): void => {
      const win = wins[next]
      this.#effects.light(win === undefined ? wins : [win], this.#lines)
      next = win === undefined ? 0 : next + 1
      this.#turn = setTimeout(show, EACH_MS)
    }
    this.#turn = setTimeout(show, EACH_MS)
  }

  /** Ends that: the reels turn again, or show something else. */
  stop(): void {
    clearTimeout(this.#turn)
    this.#last = []
  }
}
