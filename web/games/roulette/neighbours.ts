import type { Translate } from '../play/messages'
import { choiceGroup } from '../shell/choices'
import { element } from '../shell/dom'
import { POCKETS } from './flight'
import { SPOTS, type Spot, colorOf } from './spots'

/** How many neighbours on each side may be covered, and how many are at first. */
const REACHES = [0, 1, 2, 3, 4] as const
const REACH_USUAL = 2

/** A pocket and so many to each side of it, in the order of the wheel. */
export function neighboursOf(pocket: number, reach: number): number[] {
  const at = (POCKETS as readonly number[]).indexOf(pocket)
  return Array.from({ length: 2 * reach + 1 }, (_, i) => POCKETS[(at + i - reach + POCKETS.length) % POCKETS.length] ?? pocket)
}

/** The numbers in the order of the wheel: a press puts a chip on one of them and on each of its neighbours. */
export function neighbourBets(t: Translate, place: (spots: readonly Spot[]) => void): HTMLElement {
  let reach: number = REACH_USUAL
  const buttons = new Map<number, HTMLButtonElement>()
  const heat = (numbers: readonly number[]): void => {
    for (const [number, button] of buttons) button.classList.toggle('is-hot', numbers.includes(number))
  }
  for (const pocket of POCKETS) {
    const covered = (): number[] => neighboursOf(pocket, reach)
    const press = (): void => place(covered().flatMap((number) => SPOTS.get(`straight:${number}`) ?? []))
    const button = element('button', {
      class: 'pocket',
      text: String(pocket),
      attributes: { type: 'button' },
      on: { click: press, focus: () => heat(covered()), pointerenter: () => heat(covered()) },
    })
    button.dataset.color = colorOf(pocket)
    buttons.set(pocket, button)
  }
  const name = (): void => {
    for (const [pocket, button] of buttons) button.setAttribute('aria-label', t('game.roulette_neighbours_of', { number: pocket, count: reach }))
  }
  name()
  const choices = REACHES.map((value) => ({ value, text: String(value) }))
  const group = choiceGroup({
    name: 'neighbours',
    legend: t('game.roulette_neighbours_each'),
    choices,
    chosen: reach,
    change: (chosen) => {
      reach = chosen
      name()
    },
  })
  const track = element('div', { class: 'racetrack', on: { pointerleave: () => heat([]) } }, ...buttons.values())
  return element('section', { class: 'neighbours' }, element('h3', { text: t('game.roulette_neighbours') }), group.node, track)
}
