import type { GameContext } from '../context'
import { element, icon } from '../shell/dom'
import { fitText } from '../shell/fit'
import type { CoverMeter } from './badgesCover'
import type { Board } from './board'
import type { Layout } from './layout'

/** What is true of the spins being played: how far a feature is, what stands on it, the multiplier and the ways. Said aloud elsewhere. */
export class Badges {
  readonly #freespins = badge('stage-badge')
  readonly #sum = badge('stage-badge stage-sum')
  readonly #multiplier = badge('stage-badge stage-multiplier')
  readonly #ways = badge('stage-badge')
  readonly #symbol = badge('stage-symbol')
  /** The same for a low window, in the bar: over the stage it would lie on the reels. */
  readonly #short = { count: badge('bar-count'), ways: badge('bar-ways'), multiplier: badge('bar-multiplier'), symbol: badge('bar-symbol') }
  readonly #strip: HTMLElement
  readonly #stage: HTMLElement
  readonly #t: GameContext['t']
  readonly #board: Board
  readonly #cover: CoverMeter | null

  /** A board with a ladder shows the multiplier, which needs no badge then; `cover` shows it where covered reels multiply. */
  constructor({ frame, t }: Pick<GameContext, 'frame' | 't'>, board: Board, cover: CoverMeter | null = null) {
    this.#stage = frame.stage
    this.#t = t
    this.#board = board
    this.#cover = cover
    this.#strip = element('div', { class: 'stage-badges', attributes: { 'aria-hidden': 'true' } })
    this.#strip.append(this.#symbol, this.#freespins, this.#sum, this.#multiplier, this.#ways)
    const { count, ways, multiplier, symbol } = this.#short
    const short = element('div', { class: 'bar-badges', attributes: { 'aria-hidden': 'true' } }, symbol, count, ways, multiplier)
    if (cover !== null) {
      this.#strip.append(cover.badge)
      short.prepend(cover.short)
    }
    frame.stage.append(this.#strip)
    frame.bar.append(short)
  }

  /** Puts them into the row that the layout keeps for them, or into the corner. */
  place({ badges }: Pick<Layout, 'badges'>): void {
    this.#strip.toggleAttribute('data-row', badges !== null)
    for (const side of ['left', 'top', 'width', 'height'] as const) this.#strip.style[side] = ''
    if (badges !== null) {
      const { x, y, width, height } = badges
      Object.assign(this.#strip.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` })
    }
    this.#fit()
  }

  /**
   * Shows a text about the free spins or respins and lights the stage; null ends them. A low window shows `short`, or
   * nothing where the status line says the text all the while.
   */
  feature(text: string | null, short: string | null = null): void {
    this.#stage.classList.toggle('is-feature', text !== null)
    const { count } = this.#short
    write(this.#freespins, text)
    write(count, short)
    if (short !== null) count.prepend(icon('spin'))
    this.#fit()
  }

  /** Shows what the feature stands at; null hides it. */
  sum(text: string | null): void {
    write(this.#sum, text)
    this.#fit()
  }

  /** Shows the symbol of these free spins; `picture` draws it. */
  symbol(picture: (() => HTMLElement) | null): void {
    for (const place of [this.#symbol, this.#short.symbol]) {
      place.replaceChildren(...(picture === null ? [] : [picture()]))
      place.hidden = picture === null
    }
  }

  /** Shows in how many ways the window can win; null hides it. */
  ways(ways: number | null): void {
    write(this.#ways, ways === null ? null : this.#t('game.ways_now', { ways }))
    write(this.#short.ways, ways === null ? null : this.#t('game.ways_short', { ways }))
    this.#fit()
  }

  /** Shows the multiplier of the wins that are shown; 1 hides it. */
  multiplier(value: number): void {
    this.#board.reach(value)
    const text = value <= 1 || this.#board.hasLadder ? null : `×${value}`
    write(this.#multiplier, text)
    write(this.#short.multiplier, text)
    this.#fit()
  }

  /** Shows how many reels their wild covers. */
  covered(reels: number): void {
    this.#cover?.reach(reels)
  }

  /** The feature is over. */
  clear(): void {
    this.feature(null)
    this.sum(null)
    this.symbol(null)
    this.multiplier(1)
    this.covered(0)
  }

  /** Sets texts smaller that are too long for their place together. */
  #fit(): void {
    const texts = [this.#freespins, this.#sum, this.#multiplier, this.#ways, this.#short.count, this.#short.ways]
    for (const text of texts) text.style.fontSize = ''
    for (const text of texts) if (!text.hidden) fitText(text)
  }
}

function badge(name: string): HTMLElement {
  return element('p', { class: name, attributes: { hidden: '' } })
}

function write(node: HTMLElement, text: string | null): void {
  node.hidden = text === null
  node.textContent = text
}
