import { element } from './dom'

/** One of several values to choose from. */
export interface Choice {
  value: number
  text: string
}

/** Values to choose one from, as plates in rows. */
export interface ChoiceParts {
  name: string
  legend: string
  /** Whether only readers get the legend, because the title says it. */
  isTitled?: boolean
  choices: readonly Choice[]
  /** The first choice, if any. */
  chosen?: number
  change: (value: number) => void
}

/** The keys that step from one choice to the next. */
const DIRECTIONS: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

/** Builds them; `choose` sets the choice without a word about it. */
export function choiceGroup({ name, legend, isTitled = false, choices, chosen, change }: ChoiceParts): {
  node: HTMLFieldSetElement
  choose: (value: number) => void
} {
  const inputs = choices.map(({ value }) =>
    element('input', { attributes: { type: 'radio', name, value: String(value) }, on: { change: () => change(value) } }),
  )
  const choose = (value: number | undefined): void => {
    for (const input of inputs) input.checked = value !== undefined && input.value === String(value)
  }
  const step = (place: number, event: KeyboardEvent): void => {
    const direction = DIRECTIONS[event.key]
    if (direction === undefined) return
    // By itself the browser goes round from either end to the other.
    event.preventDefault()
    const next = inputs[place + direction]
    next?.focus()
    next?.click()
  }
  for (const [place, input] of inputs.entries()) input.addEventListener('keydown', (event) => step(place, event))
  choose(chosen)
  const plates = choices.map(({ text }, place) => element('label', { class: 'choice' }, inputs[place]!, element('span', { text })))
  const node = element(
    'fieldset',
    { class: 'choices' },
    element('legend', { text: legend, class: isTitled ? 'visually-hidden' : '' }),
    element('div', { class: 'choice-plates' }, ...plates),
  )
  return { node, choose }
}
