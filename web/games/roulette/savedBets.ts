import { randomId } from '../../src/platform/random'
import { readStored, writeStored } from '../../src/platform/stored'
import { PlayRefusal } from '../play/api'
import type { Bet, SavedBet, SavedBets, Session } from '../play/types'
import { total } from './bets'
import { spotOfBet } from './spots'

/** Where layouts of chips are kept; every answer tells all that is kept then. */
export interface SavedBetsKeeper {
  savedBets: () => Promise<SavedBets>
  saveBets: (name: string, bets: readonly Bet[]) => Promise<SavedBets>
  renameSavedBets: (id: string, name: string) => Promise<SavedBets>
  deleteSavedBets: (id: string) => Promise<SavedBets>
}

/** So many layouts a browser keeps for a table, as the server does. */
const SAVED_MAX = 10

type Table = Pick<Session, 'game' | 'currency'>

/** Where the layouts of a table are kept. */
const keyOf = ({ game, currency }: Table): string => `saved bets ${game.identifier} ${currency.code}`

/** Keeps layouts in the browser, by table: in a demo there is no player whom a server could keep them for. */
export class BrowserSavedBets implements SavedBetsKeeper {
  readonly #table: Table
  readonly #isLegal: (bet: Bet) => boolean

  /** `isLegal` tells a bet of this table from what is none; without it the table is a wheel. */
  constructor(table: Table, isLegal: (bet: Bet) => boolean = (bet) => spotOfBet(bet) !== undefined) {
    this.#table = table
    this.#isLegal = isLegal
  }

  savedBets(): Promise<SavedBets> {
    return Promise.resolve({ saved: this.#read(), max: SAVED_MAX })
  }

  async saveBets(name: string, bets: readonly Bet[]): Promise<SavedBets> {
    const saved = this.#read()
    if (saved.some((one) => one.name === name)) throw new PlayRefusal('saved_bets_name')
    if (saved.length >= SAVED_MAX) throw new PlayRefusal('saved_bets_max')
    return this.#write([...saved, { id: randomId(), name, bets, total_cents: total(bets) }])
  }

  async renameSavedBets(id: string, name: string): Promise<SavedBets> {
    const saved = this.#read()
    if (saved.some((one) => one.id !== id && one.name === name)) throw new PlayRefusal('saved_bets_name')
    return this.#write(saved.map((one) => (one.id === id ? { ...one, name } : one)))
  }

  async deleteSavedBets(id: string): Promise<SavedBets> {
    return this.#write(this.#read().filter((one) => one.id !== id))
  }

  #write(saved: readonly SavedBet[]): Promise<SavedBets> {
    writeStored(() => localStorage, keyOf(this.#table), JSON.stringify(saved))
    return Promise.resolve({ saved, max: SAVED_MAX })
  }

  /** What is kept. Anybody can write into a browser's storage, so what is no layout of this table is left out. */
  #read(): SavedBet[] {
    try {
      const kept: unknown = JSON.parse(readStored(() => localStorage, keyOf(this.#table)) ?? '[]')
      return Array.isArray(kept) ? kept.flatMap((one) => layoutOf(one, this.#isLegal)).slice(0, SAVED_MAX) : []
    } catch {
      return []
    }
  }
}

function layoutOf(kept: unknown, isLegal: (bet: Bet) => boolean): SavedBet[] {
  const { id, name, bets } = Object(kept) as Partial<Record<keyof SavedBet, unknown>>
  if (typeof id !== 'string' || typeof name !== 'string' || !Array.isArray(bets) || bets.length === 0) return []
  const isBet = (bet: unknown): bet is Bet => hasShape(bet) && isLegal(bet)
  return bets.every(isBet) ? [{ id, name, bets, total_cents: total(bets) }] : []
}

function hasShape(kept: unknown): kept is Bet {
  const { kind, numbers, amount_cents: amount } = Object(kept) as Partial<Record<keyof Bet, unknown>>
  return typeof kind === 'string' && Array.isArray(numbers) && Number.isSafeInteger(amount) && Number(amount) > 0
}
