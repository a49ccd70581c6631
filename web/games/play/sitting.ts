/** A round that was played to its end. Amounts are in subunits. */
export interface PlayedRound {
  /** When it ended, in Unix milliseconds. */
  at: number
  /** What the player paid for it: nothing where free spins did. */
  paid_cents: number
  win_cents: number
}

/** So many rounds are listed. */
const LISTED_MAX = 10

/** What was played since the game was opened. */
export class Sitting {
  readonly since: number
  #rounds = 0
  #paidCents = 0
  #wonCents = 0
  #last: readonly PlayedRound[] = []

  /** `since` is when the game was opened, in Unix milliseconds. */
  constructor(since: number) {
    this.since = since
  }

  /** Counts a round. */
  add(round: PlayedRound): void {
    this.#rounds += 1
    this.#paidCents += round.paid_cents
    this.#wonCents += round.win_cents
    this.#last = [round, ...this.#last].slice(0, LISTED_MAX)
  }

  get rounds(): number {
    return this.#rounds
  }

  get paidCents(): number {
    return this.#paidCents
  }

  get wonCents(): number {
    return this.#wonCents
  }

  /** Above zero when more was won than paid. */
  get netCents(): number {
    return this.#wonCents - this.#paidCents
  }

  /** The last ten rounds, the newest first. */
  get last(): readonly PlayedRound[] {
    return this.#last
  }
}
