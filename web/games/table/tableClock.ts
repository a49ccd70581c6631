/** So many sightings of the server's time are looked at: its clock and the browser's drift apart with time. */
const KEPT = 8

/** The server's time. What it says arrives late, never early, so the sighting that is furthest ahead is the best one. */
export class TableClock {
  readonly #now: () => number
  #ahead: number[] = []

  /** `now` is a clock of the browser that never jumps, in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Takes what the server has said its time is, RFC 3339. */
  see(time: string): void {
    this.#ahead = [...this.#ahead, Date.parse(time) - this.#now()].slice(-KEPT)
  }

  /** The server's time in Unix milliseconds. */
  now(): number {
    return this.#now() + (this.#ahead.length === 0 ? 0 : Math.max(...this.#ahead))
  }
}
