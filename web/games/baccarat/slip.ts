import type { OwnBet, PlaceStakes, SpotAmount, SpotName } from '../play/types'

/** Amounts by place. */
export type Layout = Readonly<Partial<Record<SpotName, number>>>

/** What a table takes of one player in a round. */
export interface TableLimits {
  places: readonly PlaceStakes[]
  max_cents: number
}

/** What bets have on the places together. */
export function layoutOf(bets: readonly Pick<OwnBet, 'spots'>[]): Layout {
  return gathered(bets.flatMap(({ spots }) => spots))
}

/** The sum of a layout. */
export function sumOf(layout: Layout): number {
  return Object.values(layout).reduce((sum, cents) => sum + cents, 0)
}

function gathered(amounts: readonly SpotAmount[]): Layout {
  const layout: Partial<Record<SpotName, number>> = {}
  for (const { spot, amount_cents } of amounts) layout[spot] = (layout[spot] ?? 0) + amount_cents
  return layout
}

/** The chips that lie on the felt and are not bets yet: with a press they become one bet, all of them or none. */
export class Slip {
  readonly #limits: TableLimits
  #chips: readonly SpotAmount[] = []
  #placed: Layout = {}

  constructor(limits: TableLimits) {
    this.#limits = limits
  }

  /** What lies there. */
  get layout(): Layout {
    return gathered(this.#chips)
  }

  /** What lies there, as it is asked for. */
  get spots(): readonly SpotAmount[] {
    return Object.entries(this.layout).map(([spot, amount_cents]) => ({ spot: spot as SpotName, amount_cents }))
  }

  /** Subunits. */
  get total(): number {
    return sumOf(this.layout)
  }

  /** Hears which bets of the player are in. */
  placed(layout: Layout): void {
    this.#placed = layout
  }

  /** Puts chips on places; false, and nothing changes, when the table takes no more there. */
  put(chips: readonly SpotAmount[]): boolean {
    const all = [...this.#chips, ...chips]
    if (chips.length === 0 || !this.#fits(gathered(all))) return false
    this.#chips = all
    return true
  }

  /** Lays as much again as lies there, or as the player's bets have. */
  double(): boolean {
    const source = this.total > 0 ? this.layout : this.#placed
    return this.repeat(source)
  }

  /** Lays a layout beside what lies there. */
  repeat(layout: Layout): boolean {
    return this.put(Object.entries(layout).map(([spot, amount_cents]) => ({ spot: spot as SpotName, amount_cents })))
  }

  /** Takes the last chip back. */
  undo(): void {
    this.#chips = this.#chips.slice(0, -1)
  }

  /** Takes all chips back. */
  clear(): void {
    this.#chips = []
  }

  #fits(layout: Layout): boolean {
    const { places, max_cents } = this.#limits
    const isWithin = ([spot, cents]: [string, number]): boolean => {
      const place = places.find(({ kind }) => kind === spot)
      return place === undefined || cents + (this.#placed[spot as SpotName] ?? 0) <= place.max_cents
    }
    return Object.entries(layout).every(isWithin) && sumOf(layout) + sumOf(this.#placed) <= max_cents
  }
}
