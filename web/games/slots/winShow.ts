import type { GameContext } from '../context'
import type { SlotsDefinition, Win } from '../play/types'
import { Playback, motionIsReduced } from '../shell/motion'
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
  readonly #playback: Playback
  /** What moves at rest is not skipped with the round. */
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

  /** Whether wins stand in the window. */
  get isShowing(): boolean {
    return this.#last.length > 0
  }

  /** Lights all wins together and says the greatest. */
  async all({ wins, celebrate }: Extract<Beat, { kind: 'wins' }>): Promise<void> {
    const { frame, t, money, sound } = this.#context
    const [greatest] = wins
    if (greatest === undefined) return
    this.#last = wins
    this.#effects.light(wins, this.#lines)
    frame.showStatus(readWin(t, money, greatest), celebrate ? 'won' : 'plain')
    if (celebrate) sound.win(wins.length - 1)
    if (motionIsReduced() || !celebrate) await this.#playback.wait(ALL_MS * 0.7)
    else await this.#effects.pulse(wins)
  }

  /** While the game rests each win has its turn, and then all of them; they stand still where motion is reduced. */
  rest(): void {
    const wins = this.#last
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

  /** What a win is and pays: the number of its line, or its ways. */
  #labelOf({ line, ways, amount_cents: cents }: Win): string {
    const { t, money } = this.#context
    const amount = money(cents)
    if (line !== null) return `${line + 1} · ${amount}`
    return ways === null ? amount : `${t('game.ways_now', { ways })} · ${amount}`
  }

  /** Ends that: the reels turn again, or show something else. */
  stop(): void {
    clearTimeout(this.#turn)
    this.#restPace.skip()
    this.#last = []
  }
}
