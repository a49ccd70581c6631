import type { KenoDefinition } from '../play/kenoTypes'
import type { Bet } from '../play/types'

/** The numbers of the board in a row. */
export function numbersOf({ numbers }: Pick<KenoDefinition, 'numbers'>): number[] {
  return Array.from({ length: numbers }, (_, i) => i + 1)
}

/** The most numbers that can be picked. */
export function picksMax({ pays }: Pick<KenoDefinition, 'pays'>): number {
  return Math.max(...Object.keys(pays).map(Number))
}

/** The numbers that are picked on a board, in rising order. */
export class Picks {
  readonly #definition: KenoDefinition
  #numbers: readonly number[] = []

  constructor(definition: KenoDefinition) {
    this.#definition = definition
  }

  /** What is picked. */
  get numbers(): readonly number[] {
    return this.#numbers
  }

  /** Whether a number is picked. */
  has(number: number): boolean {
    return this.#numbers.includes(number)
  }

  /** Picks a number, or gives it back; false where no more can be picked. */
  toggle(number: number): boolean {
    if (this.has(number)) this.#numbers = this.#numbers.filter((picked) => picked !== number)
    else if (this.#numbers.length === picksMax(this.#definition)) return false
    else this.#numbers = sorted([...this.#numbers, number])
    return true
  }

  /** Puts these numbers in place of what is picked. */
  set(numbers: readonly number[]): void {
    this.#numbers = sorted(numbers)
  }

  /** Picks as many numbers anew as are picked, the most where none is. `below` answers a whole number below its argument. */
  quick(below: (n: number) => number): void {
    const left = numbersOf(this.#definition)
    const count = this.#numbers.length || picksMax(this.#definition)
    this.set(Array.from({ length: count }, () => left.splice(below(left.length), 1)).flat())
  }

  /** The picks as a bet of so much. */
  bet(amountCents: number): Bet {
    return { kind: 'picks', numbers: this.#numbers, amount_cents: amountCents }
  }
}

/** Whether a bet is one that a board takes; a browser's storage holds what anybody has written into it. */
export function isPicks(definition: KenoDefinition, { kind, numbers }: Bet): boolean {
  const isWhole = numbers.every((number) => Number.isInteger(number) && number >= 1 && number <= definition.numbers)
  return kind === 'picks' && isWhole && new Set(numbers).size === numbers.length && definition.pays[numbers.length] !== undefined
}

function sorted(numbers: readonly number[]): number[] {
  return numbers.toSorted((a, b) => a - b)
}
