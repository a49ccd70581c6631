import type { WinLevel } from '../play/countup'
import { element } from './dom'
import { fitText } from './fit'

/** What stands on a plate. What is not given stays away. */
export interface PlateTexts {
  /** What it is about. */
  title?: string
  /** What a win is called, or what its amount is. */
  tier?: string
  amount?: string
  /** The longest text that the amount comes to. */
  widest?: string
  note?: string
}

/** The plate over the reels: a framed panel for features and great wins, and a soft one for the amount of an ordinary win. */
export class Plate {
  readonly #root = element('div', { class: 'celebration', attributes: { 'aria-hidden': 'true', hidden: '' } })
  readonly #title = element('p', { class: 'celebration-title' })
  readonly #tier = element('p', { class: 'celebration-tier' })
  readonly #picture = element('div', { class: 'celebration-picture' })
  readonly #amount = element('p', { class: 'celebration-amount' })
  readonly #note = element('p', { class: 'celebration-note' })
  readonly #hint = element('p', { class: 'celebration-hint' })

  /** `press` hears that the plate is pressed. */
  constructor(host: HTMLElement, press: () => void) {
    const panel = element('div', { class: 'celebration-panel' }, this.#title, this.#tier, this.#picture, this.#amount, this.#note, this.#hint)
    this.#root.append(element('div', { class: 'celebration-box' }, panel))
    this.#root.addEventListener('click', press)
    host.append(this.#root)
  }

  /** Opens with these texts, each as small as its room needs. */
  open(level: WinLevel | 'feature', { title = '', tier = '', amount = '', widest = amount, note = '' }: PlateTexts): void {
    this.#root.dataset.level = level
    this.#root.hidden = false
    this.#title.textContent = title
    this.#tier.textContent = tier
    delete this.#tier.dataset.tier
    this.#picture.replaceChildren()
    this.#amount.textContent = widest
    this.#note.textContent = note
    this.#hint.textContent = ''
    for (const line of [this.#title, this.#tier, this.#amount, this.#note]) fitText(line)
    this.#amount.textContent = amount
  }

  /** The win has grown into a name. */
  tier(level: WinLevel, name: string): void {
    if (this.#root.dataset.level !== 'feature') this.#root.dataset.level = level
    this.#tier.dataset.tier = level
    this.#tier.textContent = name
    fitText(this.#tier)
  }

  /** The amount as far as it is counted. */
  amount(text: string): void {
    this.#amount.textContent = text
  }

  /** Shows a picture; one that is final makes something of itself. */
  picture(node: HTMLElement, isFinal: boolean): void {
    this.#picture.replaceChildren(node)
    this.#picture.classList.toggle('is-final', isFinal)
  }

  /** Says what a press does. */
  hint(text: string): void {
    this.#hint.textContent = text
  }

  close(): void {
    this.#root.hidden = true
  }
}
