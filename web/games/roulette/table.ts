import type { Translate } from '../play/messages'
import type { MoneyFormat } from '../play/money'
import { element } from '../shell/dom'
import { panel } from '../shell/frame'
import { bySpot, type Placement } from './bets'
import { chipTone, shortAmount } from './chips'
import { neighbourBets } from './neighbours'
import { fieldName, fieldText, readSpot } from './reading'
import { COMBINATIONS, FIELDS, type Field, type Spot, TABLE, chipAt, colorOf, neighbour, spotAt } from './spots'
import type { Currency } from '../play/types'

/** What the table is built with. */
export interface TableParts {
  t: Translate
  money: MoneyFormat
  currency: Currency
  locale: string
  chips: readonly number[]
  place: (spot: Spot) => void
  /** Puts a chip on each of several places, or on none. */
  placeAll: (spots: readonly Spot[]) => void
  /** What the sheet of more bets ends with. */
  statistics: HTMLElement
  /** Opens the saved bets. */
  openSaved: () => void
}

/** The betting table: a grid of buttons, one tab stop, moved through with the arrow keys. */
export class Table {
  readonly view: HTMLElement
  /** Every bet on lines and corners as a list, for keyboards and small screens. */
  readonly more: HTMLDialogElement
  readonly #parts: TableParts
  readonly #buttons = new Map<string, HTMLButtonElement>()
  readonly #chips = element('div', { class: 'table-chips', attributes: { 'aria-hidden': 'true' } })
  #upright = false
  #placements: readonly Placement[] = []
  #enabled = true

  constructor(parts: TableParts) {
    this.#parts = parts
    this.view = element('div', {
      class: 'table',
      attributes: { role: 'group', 'aria-label': parts.t('game.roulette_table') },
    })
    for (const field of FIELDS) this.view.append(this.#button(field))
    this.view.append(this.#chips)
    this.#buttons.get('straight:0')?.setAttribute('tabindex', '0')
    this.#arrange()
    this.view.addEventListener('pointermove', (event) => this.#hover(event))
    this.view.addEventListener('pointerleave', () => this.#heat([]))
    this.more = this.#moreBets()
  }

  /** Stands the table upright, as on a phone, or lays it down. */
  stand(upright: boolean): void {
    if (this.#upright === upright) return
    this.#upright = upright
    this.#arrange()
  }

  /** Whether chips can be put down. */
  enable(yes: boolean): void {
    this.#enabled = yes
    this.view.classList.toggle('is-closed', !yes)
  }

  /** Shows chips on their places. */
  show(placements: readonly Placement[]): void {
    this.#placements = placements
    const { chips, currency, locale } = this.#parts
    const sums = bySpot(placements)
    this.#chips.replaceChildren()
    for (const spot of [...FIELDS, ...COMBINATIONS]) {
      const sum = sums.get(spot.id)
      this.#name(spot, sum)
      if (sum === undefined) continue
      const chip = element('span', { class: 'chip', text: shortAmount(sum, currency, locale) })
      chip.dataset.tone = String(chipTone(chips, sum))
      chip.dataset.spot = spot.id
      const { x, y } = chipAt(spot, this.#upright)
      chip.style.left = `${x * 100}%`
      chip.style.top = `${y * 100}%`
      this.#chips.append(chip)
    }
  }

  /** Names a field after its bet and what is staked on it, and makes room on it for the chip. */
  #name(spot: Spot, sum: number | undefined): void {
    const button = this.#buttons.get(spot.id)
    if (button === undefined) return
    button.classList.toggle('is-staked', sum !== undefined)
    const { t, money } = this.#parts
    const bet = fieldName(t, spot)
    const name = sum === undefined ? t('game.roulette_spot', { bet }) : t('game.roulette_spot_staked', { bet, amount: money(sum) })
    button.setAttribute('aria-label', name)
  }

  /** Marks the number that came and the places that won. */
  mark(pocket: number | null, winners: readonly string[] = []): void {
    for (const [id, button] of this.#buttons) button.classList.toggle('is-drawn', id === `straight:${pocket}`)
    for (const chip of this.#chips.children) {
      if (!(chip instanceof HTMLElement)) continue
      const won = winners.includes(chip.dataset.spot ?? '')
      chip.classList.toggle('is-won', pocket !== null && won)
      chip.classList.toggle('is-lost', pocket !== null && !won)
    }
  }

  #button(field: Field): HTMLButtonElement {
    const { t } = this.#parts
    const button = element('button', {
      class: `field field-${field.kind}`,
      text: fieldText(t, field),
      attributes: {
        type: 'button',
        tabindex: '-1',
        'aria-label': t('game.roulette_spot', { bet: fieldName(t, field) }),
      },
    })
    if (field.kind === 'straight') button.dataset.color = colorOf(field.numbers[0] ?? 0)
    if (field.kind === 'red' || field.kind === 'black') button.dataset.color = field.kind
    button.addEventListener('click', (event) => {
      // A click made by a key has no place; it means the field itself.
      const spot = event.detail === 0 ? field : this.#pointed(field, event)
      if (this.#enabled) this.#parts.place(spot)
    })
    button.addEventListener('keydown', (event) => this.#arrow(field, event))
    button.addEventListener('focus', () => this.#heat(field.numbers))
    button.addEventListener('blur', () => this.#heat([]))
    this.#buttons.set(field.id, button)
    return button
  }

  #arrange(): void {
    const upright = this.#upright
    this.view.classList.toggle('is-upright', upright)
    for (const field of FIELDS) {
      const button = this.#buttons.get(field.id)
      if (button === undefined) continue
      const { left, top, width, height } = field
      const [column, row, columns, rows] = upright ? [TABLE.height - top - height, left, height, width] : [left, top, width, height]
      button.style.gridColumn = `${column + 1} / span ${columns}`
      button.style.gridRow = `${row + 1} / span ${rows}`
    }
    this.show(this.#placements)
  }

  /** The spot under a pointer that is over a field. */
  #pointed(field: Field, event: MouseEvent): Spot {
    const box = this.view.getBoundingClientRect()
    const across = (event.clientX - box.left) / box.width
    const down = (event.clientY - box.top) / box.height
    const [x, y] = this.#upright ? [down, 1 - across] : [across, down]
    return spotAt(field, x * TABLE.width, y * TABLE.height)
  }

  #hover(event: PointerEvent): void {
    if (event.pointerType !== 'mouse' || !this.#enabled) return
    const field = FIELDS.find(({ id }) => this.#buttons.get(id) === event.target)
    this.#heat(field === undefined ? [] : this.#pointed(field, event).numbers)
  }

  #heat(numbers: readonly number[]): void {
    for (const field of FIELDS) {
      if (field.kind !== 'straight') continue
      this.#buttons.get(field.id)?.classList.toggle('is-hot', numbers.includes(field.numbers[0] ?? -1))
    }
  }

  #arrow(field: Field, event: KeyboardEvent): void {
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const [dx, dy] = this.#upright ? [step[1], -step[0]] : step
    const next = neighbour(field, dx, dy)
    this.#buttons.get(field.id)?.setAttribute('tabindex', '-1')
    const button = this.#buttons.get(next.id)
    button?.setAttribute('tabindex', '0')
    button?.focus()
  }

  #moreBets(): HTMLDialogElement {
    const { t } = this.#parts
    const kinds = ['split', 'street', 'corner', 'six_line'] as const
    const groups = kinds.map((kind) => {
      const buttons = COMBINATIONS.filter((spot) => spot.kind === kind)
        .toSorted((a, b) => (a.numbers[0] ?? 0) - (b.numbers[0] ?? 0))
        .map((spot) =>
          element('button', {
            class: 'more-bet',
            text: spot.numbers.join(' · '),
            attributes: { type: 'button', 'aria-label': readSpot(t, spot) },
            on: { click: () => this.#parts.place(spot) },
          }),
        )
      return element('section', {}, element('h3', { text: t(`game.kind_${kind}`) }), element('div', { class: 'more-bets' }, ...buttons))
    })
    const saved = element('button', { class: 'plain saved-open', text: t('game.saved'), attributes: { type: 'button' }, on: { click: this.#parts.openSaved } })
    return panel(t('game.roulette_more'), t, saved, neighbourBets(t, this.#parts.placeAll), this.#parts.statistics, ...groups)
  }
}
