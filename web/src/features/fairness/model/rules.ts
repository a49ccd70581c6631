import type { ByCount, SlotsDefinition } from './types'

/** Look-ups in a slots definition. */
export class Rules {
  readonly scatter: string | undefined
  /** Symbols that pay by the evaluation, wild included, in the definition's order. */
  readonly paying: string[]
  readonly regular: string[]
  readonly wild: string | undefined
  readonly coin: string | undefined
  readonly mystery: string | undefined

  constructor(readonly definition: SlotsDefinition) {
    const ofRole = (...roles: string[]) => definition.symbols.filter((s) => roles.includes(s.role)).map((s) => s.id)
    this.scatter = ofRole('scatter', 'wild_scatter')[0]
    this.wild = ofRole('wild', 'wild_scatter')[0]
    this.coin = ofRole('coin')[0]
    this.mystery = ofRole('mystery')[0]
    this.regular = ofRole('regular')
    this.paying = ofRole('regular', 'wild')
  }

  /** Pay in units for so many of a symbol; 0 for none. */
  pay(symbol: string, count: number): number {
    const pays = symbol === this.scatter ? this.definition.scatter?.pays : this.definition.pays[symbol]
    return byCount(pays, count)
  }

  /** Free spins awarded by so many scatters, or by the rung that a spin has ended on. */
  freespinsFor(scatters: number, rung: number): number {
    const { levels, scatter } = this.definition
    return levels ? byCount(levels.freespins, rung) : byCount(scatter?.freespins, scatters)
  }

  /** Multiplier of the wins after so many tumbles. */
  tumbleMultiplier(tumbles: number): number {
    return rung(this.definition.tumble?.multipliers, tumbles)
  }

  countsAs(cell: string, symbol: string): boolean {
    return cell === symbol || this.isWildFor(cell, symbol)
  }

  isWildFor(cell: string, symbol: string): boolean {
    const substitutes = this.definition.wild?.substitutes_for ?? this.regular
    return cell === this.wild && this.regular.includes(symbol) && substitutes.includes(symbol)
  }
}

/** The rung of a ladder of multipliers; the last one stays, and none is 1. */
export function rung(ladder: number[] | undefined, at: number): number {
  return ladder?.[at] ?? ladder?.at(-1) ?? 1
}

function byCount(table: ByCount | undefined, count: number): number {
  const counts = Object.keys(table ?? {})
    .map(Number)
    .filter((entry) => entry <= count)
  return counts.length > 0 ? (table?.[String(Math.max(...counts))] ?? 0) : 0
}
