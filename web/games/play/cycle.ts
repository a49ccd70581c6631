/** The least time from the start of a round to that of the next, which some licences name. The server holds it too. */
export class GameCycle {
  readonly #leastMs: number
  readonly #now: () => number
  #beganAt = Number.NEGATIVE_INFINITY

  /** `now` answers milliseconds that only ever rise. */
  constructor(leastMs: number, now: () => number = () => performance.now()) {
    this.#leastMs = leastMs
    this.#now = now
  }

  /** A round begins. */
  begin(): void {
    this.#beganAt = this.#now()
  }

  /** Starts a round. The server counts from when it hears of it, which may be as late as its answer. */
  async start<Round>(call: () => Promise<Round>): Promise<Round> {
    const round = await call()
    this.begin()
    return round
  }

  /** Milliseconds until the next round may begin. */
  get leftMs(): number {
    return Math.max(0, this.#beganAt + this.#leastMs - this.#now())
  }

  /** Comes once the next round may begin. */
  async over(): Promise<void> {
    const left = this.leftMs
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
  }
}
