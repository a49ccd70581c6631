import { DOUBLING_MS, elapsedAt, multiplierAt, pays } from '../crash/curve.ts'
import type { CrashDefinition, OwnBet, TableRound, TableView, TableWager } from '../play/types.ts'

const NAMES = ['Ann***', 'Ben***', 'Cle***', 'Dor***', 'Emi***', 'Fin***', 'Gre***']

/** A made-up table, which goes on by the clock whenever it is looked at. */
export class MockTable {
  readonly #rules: CrashDefinition
  #number = 1
  #closesAt: number
  #point = 0
  #bets: OwnBet[] = []
  #past: { id: string; point: number }[] = [1.34, 2.08, 14.2, 1.0, 5.71, 3.3, 1.12, 128.4].map((times, i) => ({
    id: String(-i),
    point: Math.round(times * 100),
  }))

  constructor(rules: CrashDefinition) {
    this.#rules = rules
    this.#closesAt = Date.now() + rules.betting_ms
    this.#draw()
  }

  /** The table as it stands; pays what the player's bets have won into `credit`. */
  view(credit: (cents: number) => void): TableView {
    this.#go(credit)
    const elapsed = Date.now() - this.#closesAt
    const crashed = elapsed >= elapsedAt(this.#point)
    const round: TableRound = {
      id: String(this.#number),
      state: elapsed < 0 ? 'betting' : crashed ? 'settled' : 'running',
      server_seed_hash: '0'.repeat(64),
      closes_at: new Date(this.#closesAt).toISOString(),
      started_at: elapsed < 0 ? null : new Date(this.#closesAt).toISOString(),
      point: crashed ? this.#point : null,
      cards: [],
      outcome: null,
      returned: false,
      bets: NAMES.length + this.#bets.length,
    }
    const reached = Math.min(this.#point, multiplierAt(elapsed))
    const highest = NAMES.map((name, i) => {
      const [stake, target] = [5_000 / (i + 1), 120 + 70 * i]
      const out = elapsed >= 0 && target <= reached
      return { name, stake_cents: Math.round(stake), currency: 'EUR', multiplier: out ? target : null, win_cents: out ? pays(Math.round(stake), target) : 0 }
    })
    const cashed = highest.filter(({ multiplier }) => multiplier !== null).length
    return {
      game: 'northlight/polar-ascent',
      now: new Date().toISOString(),
      round,
      bets: { round: round.id, count: round.bets, cashed, highest, spots: [] },
      past: this.#past,
      road: [],
      closed: null,
    }
  }

  get bets(): readonly OwnBet[] {
    return this.#bets
  }

  /** Places a bet; undefined when the round takes none. */
  place(wager: TableWager): OwnBet | undefined {
    if (Date.now() >= this.#closesAt) return undefined
    const bet: OwnBet = { ...wager, spots: [], id: crypto.randomUUID(), round: String(this.#number), state: 'riding', multiplier: null, win_cents: 0 }
    this.#bets = [...this.#bets, bet]
    return bet
  }

  /** Cashes a bet out; undefined when it is too late. */
  cashOut(id: string): OwnBet | undefined {
    const elapsed = Date.now() - this.#closesAt
    return elapsed < 0 || elapsed >= elapsedAt(this.#point) ? undefined : this.#end(id, multiplierAt(elapsed))
  }

  #end(id: string, multiplier: number | null): OwnBet | undefined {
    const win = (bet: OwnBet): OwnBet => ({
      ...bet,
      state: multiplier === null ? 'lost' : 'cashed',
      multiplier,
      win_cents: multiplier === null ? 0 : pays(bet.stake_cents, multiplier),
    })
    this.#bets = this.#bets.map((bet) => (bet.id === id ? win(bet) : bet))
    return this.#bets.find((bet) => bet.id === id)
  }

  #go(credit: (cents: number) => void): void {
    const elapsed = Date.now() - this.#closesAt
    const crashes = elapsedAt(this.#point)
    for (const { id, state, target } of this.#bets) {
      if (state !== 'riding') continue
      if (target !== null && target <= this.#point && elapsed >= elapsedAt(target)) credit(this.#end(id, target)?.win_cents ?? 0)
      else if (elapsed >= crashes) this.#end(id, null)
    }
    if (elapsed < crashes + this.#rules.pause_ms) return
    this.#past = [{ id: String(this.#number), point: this.#point }, ...this.#past].slice(0, 30)
    this.#number += 1
    this.#bets = []
    this.#closesAt = Date.now() + this.#rules.betting_ms
    this.#draw()
  }

  #draw(): void {
    this.#point = Math.min(100 * 2 ** (60_000 / DOUBLING_MS), Math.max(100, Math.floor(this.#rules.return_percent / (1 - Math.random()))))
  }
}
