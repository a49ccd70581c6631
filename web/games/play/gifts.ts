import type { PlayGifts, Session } from './types'

export type FreeSpins = PlayGifts['freespins'][number]

const NOTHING: PlayGifts = { bonus: null, freespins: [] }

/** The player's gifts that count in this game: free spins that pay its rounds, and the active bonus. */
export class Gifts {
  readonly #ask: (() => Promise<PlayGifts>) | undefined
  readonly #listeners = new Set<() => void>()
  #known: PlayGifts = NOTHING
  #isAside = false

  /** `ask` asks the server for the gifts; in a demo there are none. */
  constructor({ mode }: Pick<Session, 'mode'>, ask: () => Promise<PlayGifts>) {
    this.#ask = mode === 'real' ? ask : undefined
  }

  /** The active bonus of the wallet. */
  get bonus(): PlayGifts['bonus'] {
    return this.#known.bonus
  }

  /** Free spins with some left, whether they are put aside or not. */
  get spins(): FreeSpins | undefined {
    return this.#known.freespins.find((grant) => leftOf(grant) > 0)
  }

  /** Free spins that pay the next round. */
  get paying(): FreeSpins | undefined {
    return this.#isAside ? undefined : this.spins
  }

  /** Plays for money first; the free spins stay for later. */
  putAside(isAside: boolean): void {
    this.#isAside = isAside
    this.#notify()
  }

  /** Counts a spin that was played, before the server is asked. */
  played(id: string): void {
    const count = (grant: FreeSpins) => (grant.id === id ? { ...grant, freespins_performed: grant.freespins_performed + 1 } : grant)
    this.#known = { ...this.#known, freespins: this.#known.freespins.map(count) }
    this.#notify()
  }

  /** Asks the server; without an answer the known gifts stay. */
  async refresh(): Promise<void> {
    if (this.#ask === undefined) return
    try {
      this.#known = await this.#ask()
    } catch {
      return
    }
    this.#notify()
  }

  /** Asks the server after a round, where there is anything that the round may have changed. */
  async afterRound(): Promise<void> {
    if (this.bonus !== null || this.#known.freespins.length > 0) await this.refresh()
  }

  /** Calls `listener` with every change. */
  listen(listener: () => void): void {
    this.#listeners.add(listener)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** How many spins are left. */
export function leftOf(grant: Pick<FreeSpins, 'freespins_total' | 'freespins_performed'>): number {
  return Math.max(0, grant.freespins_total - grant.freespins_performed)
}
