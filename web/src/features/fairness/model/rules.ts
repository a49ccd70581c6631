import type { ByCount, SlotsDefinition } from './types'

/** Look-ups in a slots definition. */
export class Rules {
  readonly scatter: string | undefined
  /** Symbols that pay by the evaluation, wild included, in the definition's order. */
  readonly paying: string[]
  readonly regular: string[]
  private readonly wild: string | undefined

  constructor(readonly definition: SlotsDefinition) {
    const ofRole = (role: string) => definition.symbols.filter((s) => s.role === role).map((s) => s.id)
    this.scatter = ofRole('scatter')[0]
    this.wild = ofRole('wild')[0]
    this.regular = ofRole('regular')
    this.paying = definition.symbols.filter((s) => s.role !== 'scatter').map((s) => s.id)
  }

  /** Pay in units for so many of a symbol; 0 for none. */
  pay(symbol: string, count: number): number {
    const pays = symbol === this.scatter ? this.definition.scatter?.pays : this.definition.pays[symbol]
    return byCount(pays, count)
  }

  /** Free spins awarded by so many scatters. */
  freespinsFor(scatters: number): number {
    return byCount(this.definition.scatter?.freespins, scatters)
  }

  /** Multiplier of the wins after so many tumbles. */
  tumbleMultiplier(tumbles: number): number {
    const ladder = this.definition.tumble?.multipliers ?? [1]
    return ladder[tumbles] ?? ladder.at(-1) ?? 1
  }

  countsAs(cell: string, symbol: string): boolean {
    return cell === symbol || this.isWildFor(cell, symbol)
  }

  isWildFor(cell: string, symbol: string): boolean {
    const substitutes = this.definition.wild?.substitutes_for ?? this.regular
    return cell === this.wild && this.regular.includes(symbol) && substitutes.includes(symbol)
  }
}

function byCount(table: ByCount | undefined, count: number): number {
  const counts = Object.keys(table ?? {}).map(Number).filter((entry) => entry <= count)
  return counts.length > 0 ? (table?.[String(Math.max(...counts))] ?? 0) : 0
}
