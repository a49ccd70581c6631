/** What an autoplay was started with; amounts are in subunits. */
export interface AutoplayPlan {
  rounds: number
  /** It ends before the rounds of it can have lost more than this. */
  lossMaxCents: number
  /** It ends after a round that won so much; never for null. */
  winCents: number | null
  stopsAtFeature: boolean
}

/** A round that was played to its end. */
export interface Played {
  /** What the player paid for it: nothing where free spins did. */
  paid_cents: number
  win_cents: number
}

/** Why an autoplay ended. */
export type AutoplayEnd = 'rounds' | 'loss' | 'win' | 'feature' | 'player' | 'refused'

/** Counts the rounds of one autoplay and what they lost. */
export class Autoplay {
  readonly #plan: AutoplayPlan
  #left: number
  #lostCents = 0
  #end: AutoplayEnd | undefined

  constructor(plan: AutoplayPlan) {
    this.#plan = plan
    this.#left = plan.rounds
  }

  /** Rounds that are still to be begun. */
  get left(): number {
    return this.#left
  }

  /** Why it has ended; undefined while it goes on. */
  get end(): AutoplayEnd | undefined {
    return this.#end
  }

  /** Ends it, unless it has ended before. */
  stop(end: AutoplayEnd): void {
    this.#end ??= end
  }

  /** Begins the next round, which costs so much; false where the autoplay ends instead. */
  begin(costCents: number): boolean {
    if (this.#left === 0) this.stop('rounds')
    if (this.#lostCents + costCents > this.#plan.lossMaxCents) this.stop('loss')
    if (this.#end !== undefined) return false
    this.#left -= 1
    return true
  }

  /** Hears that the round goes on with a feature. */
  feature(): void {
    if (this.#plan.stopsAtFeature) this.stop('feature')
  }

  /** Counts a round that has ended. */
  count({ paid_cents: paid, win_cents: won }: Played): void {
    this.#lostCents += paid - won
    if (this.#plan.winCents !== null && won >= this.#plan.winCents) this.stop('win')
  }
}
