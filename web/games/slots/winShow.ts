import type { GameContext } from '../context'
import type { Position, SlotsDefinition, Win } from '../play/types'
import { element } from '../shell/dom'
import { fitText } from '../shell/fit'
import { Playback, motionIsReduced } from '../shell/motion'
import type { Effects } from './effects'
import { readHits, readWin } from './reading'
import type { Beat, ShownWin } from './timeline'

/** How long all wins stay lit together where the symbols do not move, in milliseconds at normal pace. */
const STILL_MS = 665

/** How long the symbols that begin a feature are shown, in milliseconds at normal pace. */
const TRIGGER_MS = 1_100

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
  #last: readonly ShownWin[] = []
  /** What all of them are multiplied by. */
  #multiplier = 1
  #isWon = false
  #turn: ReturnType<typeof setTimeout> | undefined
  /** Says the win that is shown, over what stands in the status line. Readers have heard all wins: turns are not for them. */
  readonly #said = element('span', { class: 'status-turn', attributes: { 'aria-hidden': 'true' } })
  /** What stood there when the turns began. */
  #stood: string | undefined

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

  /** Lights all wins together and says what has won; what they pay is counted after that. */
  async all({ wins, multiplier, celebrate }: Extract<Beat, { kind: 'wins' }>): Promise<void> {
    const { frame, t, sound } = this.#context
    if (wins.length === 0) return
    this.#last = wins
    this.#multiplier = multiplier
    this.#isWon = celebrate
    this.#effects.light(wins, this.#lines)
    frame.showStatus(readHits(t, wins), celebrate ? 'won' : 'plain')
    if (celebrate) sound.win(wins.length - 1)
    if (motionIsReduced() || !celebrate) await this.#playback.wait(STILL_MS)
    else await this.#effects.pulse(wins)
  }

  /** Lights the symbols that begin a feature and lets them move, whether they pay or not. */
  async trigger({ cells, symbol, hit }: Extract<Beat, { kind: 'trigger' }>): Promise<void> {
    const { frame, t, sound } = this.#context
    const shown = hitOf(hit, symbol, cells)
    this.#effects.light([shown], null)
    frame.showStatus(readHits(t, [shown]), 'won')
    sound.scatter(cells.length)
    if (motionIsReduced()) await this.#playback.wait(TRIGGER_MS)
    else await Promise.all([this.#effects.pulse([shown]), this.#playback.wait(TRIGGER_MS)])
  }

  /** Lights some cells of a symbol, as those of coins that are counted. */
  light(symbol: string, cells: readonly Position[]): void {
    this.#effects.light([hitOf('coins', symbol, cells)], null)
  }

  /**
   * Shows each win alone for `EACH_MS`, then all of them together, over and over until `stop`. Does nothing where
   * nothing has won, or where the player asked for less motion.
   */
  rest(): void {
    const wins = this.#last
    clearTimeout(this.#turn)
    if (wins.length === 0 || motionIsReduced()) return
    this.#restPace.rewind()
    let next = 0
    const show = (): void => {
      const win = wins[next]
      this.#effects.light(win === undefined ? wins : [win], this.#lines)
      if (win !== undefined) this.#showOne(win)
      this.#say(win)
      next = win === undefined ? 0 : next + 1
      this.#turn = setTimeout(show, EACH_MS)
    }
    this.#turn = setTimeout(show, EACH_MS)
  }

  #showOne(win: ShownWin): void {
    this.#effects.label(win, this.#labelOf(win))
    void this.#effects.pulse([win], this.#restPace)
  }

  /** Says a win in the status line, unless something else has been said there since the turns began. */
  #say(win: ShownWin | undefined): void {
    const { frame, t, money } = this.#context
    const line = frame.root.querySelector('.status')
    this.#said.remove()
    this.#stood ??= line?.textContent
    if (line === null || win === undefined || line.textContent !== this.#stood) return
    this.#said.textContent = [readWin(t, money, win), ...this.#timesOf(win)].join(' · ')
    this.#said.dataset.tone = this.#isWon ? 'won' : 'plain'
    line.append(this.#said)
    fitText(this.#said)
  }

  /** The label of a win: the number of its line, or of its ways, and its amount. */
  #labelOf(win: ShownWin): string {
    const { line, ways, amount_cents: cents } = win
    const { t, money } = this.#context
    const amount = [...this.#timesOf(win), money(cents)].join(' · ')
    if (line !== null) return `${line + 1} · ${amount}`
    return ways === null ? amount : `${t('game.ways_now', { ways })} · ${amount}`
  }

  /** By what a win is multiplied: by its wild, and with all others. */
  #timesOf({ wildTimes = 1 }: ShownWin): string[] {
    const times = this.#multiplier * wildTimes
    return times > 1 ? [`×${times}`] : []
  }

  /** Ends the turns and forgets the wins: the reels spin again, or show another window. */
  stop(): void {
    clearTimeout(this.#turn)
    this.#restPace.skip()
    this.#said.remove()
    this.#stood = undefined
    this.#last = []
  }
}

/** Cells of a symbol as a win that pays nothing. */
function hitOf(kind: Win['kind'], symbol: string, positions: readonly Position[]): Win {
  return { kind, symbol, count: positions.length, line: null, ways: null, positions, amount_cents: 0 }
}
