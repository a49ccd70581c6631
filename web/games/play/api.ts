import { randomId } from '../../src/platform/random'
import { DemoPromises } from './demoPromises'
import type { DemoProof, DemoSeeds } from './demoTypes'
import type { Bet, OwnBet, PlayGifts, RoundView, SavedBets, Session, TableProof, TableView, TableWager } from './types'

/** Why something is not done: `code` is one of the server's stable error codes, `no_answer` or `graphics`. */
export class PlayRefusal extends Error {
  readonly code: string
  /** The most that is possible, in subunits of the wallet, where the server tells it. */
  readonly maxCents: number | undefined
  /** Which bet of several is refused, and from how much to how much its place takes, where the server tells that. */
  readonly place: RefusedPlace | undefined

  constructor(code: string, { maxCents, place, ...options }: ErrorOptions & { maxCents?: number | undefined; place?: RefusedPlace | undefined } = {}) {
    super(code, options)
    this.name = 'PlayRefusal'
    this.code = code
    this.maxCents = maxCents
    this.place = place
  }
}

/** A bet that its place does not take. */
export interface RefusedPlace {
  /** The bet, counted from 0 in the order in which they were sent. */
  bet: number
  min_cents: number
  max_cents: number
}

/** What a call needs from whoever makes it, apart from the answer. */
export interface Hooks {
  /** Hears false when an attempt failed and true when one came through again. */
  connection: (connected: boolean) => void
  /** Comes when the player wants a call without an answer to be tried further. */
  unanswered: () => Promise<void>
  /** Answers whether the player has typed the password again. */
  reauthenticate: () => Promise<boolean>
}

/** What the client reaches the outside world with; tests hand in their own. */
export interface Surroundings {
  fetch: typeof fetch
  /** A signal that aborts after so many milliseconds. */
  timeout: (milliseconds: number) => AbortSignal
  wait: (milliseconds: number) => Promise<void>
  uuid: () => string
}

/** What a round is started with: a stake on slots, for a round that may be bought, free spins that pay it, or bets at a table. */
export type Wager = { stake_cents: number; buy?: true } | { freespins_id: string } | { bets: readonly Bet[] }

/** A bet at a table after a call, with the money that is left. */
interface TableAnswer {
  bet: OwnBet
  balance_cents: number
}

/** An attempt without an answer by then counts as failed. */
const ATTEMPT_MS = 10_000

/** The site is closed: nothing new begins until it is open again. */
const MAINTENANCE = 'maintenance'

/** Pauses between attempts; after the last one the player decides. */
const PAUSES_MS = [400, 800, 1600, 3200, 5000] as const

/** The longest pause that a server may ask for. */
const PAUSE_MS_MAX = 30_000

/** The server's word for a session that has been idle for too long to play for money. */
const REAUTH_REQUIRED = 'reauth_required'

/** The server's word for a round that a licence does not allow yet: unlike other calls that come too often, it was answered. */
const ROUND_TOO_EARLY = 'round_too_early'

/** Where the layouts of a table are. */
const SAVED_BETS = '/api/play/saved_bets'

/** The code for a seed of a demo that is not the one it was promised with. */
const SEED_CHANGED = 'seed_changed'

/** Where the seeds of a demo are. */
const DEMO_SEEDS = '/api/play/demo/seeds'

const BROWSER: Surroundings = {
  fetch: (input, init) => fetch(input, init),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  uuid: randomId,
}

/**
 * The play API. A call that moves money is repeated with its own key until the server has answered it, because only the
 * server knows what happened. Attempts are bounded; after them the player is asked, and the next ones bear the same key.
 */
export class PlayApi {
  readonly #token: string
  readonly #surroundings: Surroundings
  readonly #hooks: Hooks
  readonly #promises = new DemoPromises()

  constructor(token: string, hooks: Hooks, surroundings: Surroundings = BROWSER) {
    this.#token = token
    this.#hooks = hooks
    this.#surroundings = surroundings
  }

  /** The session the token stands for; refused with `no_answer` when the server does not answer. */
  async session(): Promise<Session> {
    const session: Session = await this.#call('GET', '/api/play/session')
    // What a session for money is promised with, the page around the game notes.
    if (session.mode === 'demo') this.#compare(session.seed.seed_no, session.seed.server_seed_hash)
    return session
  }

  /** The player's gifts that count in this game. */
  gifts(): Promise<PlayGifts> {
    return this.#call('GET', '/api/play/gifts')
  }

  /** Starts a round. */
  start(wager: Wager): Promise<RoundView> {
    return this.#call('POST', '/api/play/rounds', wager)
  }

  /** Plays step number `step` of an open round. */
  step(roundId: string, step: number): Promise<RoundView> {
    return this.#call('POST', `/api/play/rounds/${encodeURIComponent(roundId)}/steps`, { step })
  }

  /** The seed pair of a demo, and its last rounds. */
  async demoSeeds(): Promise<DemoSeeds> {
    return this.#compared(await this.#call('GET', DEMO_SEEDS))
  }

  /** Gives a demo the player's half of a pair; once it has drawn rounds, the next pair begins and reveals the one before. */
  async chooseDemoSeed(clientSeed: string): Promise<DemoSeeds> {
    return this.#compared(await this.#call('POST', DEMO_SEEDS, { client_seed: clientSeed }))
  }

  /** All that is needed to work a round of a demo out again; refused with `seed_changed` where it is not what was promised. */
  async demoProof(nonce: number): Promise<DemoProof> {
    const proof: DemoProof = await this.#call('GET', `/api/play/demo/rounds/${nonce}`)
    this.#compare(proof.seed.seed_no, proof.seed.server_seed_hash)
    return proof
  }

  /** The table of a game as everybody sees it. */
  table(game: string): Promise<TableView> {
    return this.#call('GET', `/api/tables/${game.split('/').map(encodeURIComponent).join('/')}`)
  }

  /** All that is needed to work a round of a table out again. */
  tableProof(roundId: string): Promise<TableProof> {
    return this.#call('GET', `/api/tables/rounds/${encodeURIComponent(roundId)}`)
  }

  /** The player's bets on the newest round of the table. */
  tableBets(): Promise<{ bets: readonly OwnBet[]; balance_cents: number }> {
    return this.#call('GET', '/api/play/table/bets')
  }

  /** Places a bet on the round that takes bets. */
  placeTableBet(wager: TableWager): Promise<TableAnswer> {
    return this.#call('POST', '/api/play/table/bets', wager)
  }

  /** Cashes a bet out at the multiplier at which the call arrives. */
  cashOut(betId: string): Promise<TableAnswer> {
    return this.#call('POST', `/api/play/table/bets/${encodeURIComponent(betId)}/cashout`, {})
  }

  /** The layouts that the player has saved at this table. */
  savedBets(): Promise<SavedBets> {
    return this.#call('GET', SAVED_BETS)
  }

  /** Saves a layout under a name. */
  saveBets(name: string, bets: readonly Bet[]): Promise<SavedBets> {
    return this.#call('POST', SAVED_BETS, { name, bets })
  }

  /** Gives a layout another name. */
  renameSavedBets(id: string, name: string): Promise<SavedBets> {
    return this.#call('PATCH', `${SAVED_BETS}/${encodeURIComponent(id)}`, { name })
  }

  /** Forgets a layout. */
  deleteSavedBets(id: string): Promise<SavedBets> {
    return this.#call('DELETE', `${SAVED_BETS}/${encodeURIComponent(id)}`)
  }

  #compared(seeds: DemoSeeds): DemoSeeds {
    this.#compare(seeds.seed_no, seeds.server_seed_hash)
    this.#compare(seeds.seed_no + 1, seeds.next_server_seed_hash)
    return seeds
  }

  #compare(pair: number, hash: string): void {
    if (!this.#promises.note(pair, hash)) throw new PlayRefusal(SEED_CHANGED)
  }

  async #call<Answer>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Answer> {
    const headers: Record<string, string> = {
      Accept: 'application/json',
      Authorization: `Bearer ${this.#token}`,
      'X-Requested-With': 'XMLHttpRequest',
    }
    const init: RequestInit = { method, headers, credentials: 'omit', cache: 'no-store' }
    if (body !== undefined) {
      headers['Content-Type'] = 'application/json'
      headers['Idempotency-Key'] = this.#surroundings.uuid()
      init.body = JSON.stringify(body)
    }
    let failed = 0
    for (;;) {
      const answer = await this.#attempt<Answer>(path, init, failed === 0)
      if (answer.settled) {
        if (failed > 0) this.#hooks.connection(true)
        if (!('refusal' in answer)) return answer.value
        const mayAgain = answer.refusal.code === REAUTH_REQUIRED && (await this.#hooks.reauthenticate())
        if (!mayAgain) throw answer.refusal
        continue
      }
      failed += 1
      if (!answer.isHeard) this.#hooks.connection(false)
      const pause = PAUSES_MS[(failed - 1) % (PAUSES_MS.length + 1)]
      if (pause !== undefined) {
        await this.#surroundings.wait(Math.max(pause, Math.min(answer.retryAfterMs, PAUSE_MS_MAX)))
      } else if (method === 'GET') {
        throw new PlayRefusal('no_answer')
      } else {
        await this.#hooks.unanswered()
      }
    }
  }

  async #attempt<Answer>(path: string, init: RequestInit, isFirst: boolean): Promise<Attempt<Answer>> {
    try {
      const response = await this.#surroundings.fetch(path, { ...init, signal: this.#surroundings.timeout(ATTEMPT_MS) })
      if (response.status === 429 && (await refusalTold(response)) === ROUND_TOO_EARLY) return { settled: true, refusal: new PlayRefusal(ROUND_TOO_EARLY) }
      // An earlier attempt without an answer may have counted, so only a first one is refused for good.
      if (isFirst && response.status === 503 && (await refusalTold(response.clone())) === MAINTENANCE)
        return { settled: true, refusal: new PlayRefusal(MAINTENANCE) }
      if (response.status >= 500 || response.status === 429) {
        const seconds = Number(response.headers.get('Retry-After'))
        return { settled: false, isHeard: response.status === 429, retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : 0 }
      }
      const value: unknown = await response.json()
      if (response.ok) return { settled: true, value: value as Answer }
      return { settled: true, refusal: refusalOf(value) }
    } catch {
      // No answer, or one that was cut off: the outcome is unknown, so ask again.
      return { settled: false, isHeard: false, retryAfterMs: 0 }
    }
  }
}

/** An attempt that settled nothing was heard when the server has only asked to come later. */
type Attempt<Answer> = { settled: true; value: Answer } | { settled: true; refusal: PlayRefusal } | { settled: false; isHeard: boolean; retryAfterMs: number }

/** The code that an answer has, if it has any. */
async function refusalTold(response: Response): Promise<string | undefined> {
  const body: unknown = await response.json().catch(() => undefined)
  return body === undefined ? undefined : refusalOf(body).code
}

/** What an error body says: its stable code; of field errors the first one counts. */
function refusalOf(body: unknown): PlayRefusal {
  if (typeof body !== 'object' || body === null) return new PlayRefusal('internal')
  const { error, errors } = body as { error?: { code?: string }; errors?: Record<string, ({ code: string } & Partial<RefusedPlace>)[]> }
  if (error?.code !== undefined) return new PlayRefusal(error.code)
  const first = Object.values(errors ?? {})[0]?.[0]
  return new PlayRefusal(first?.code ?? 'internal', { maxCents: first?.max_cents, place: placeOf(first) })
}

/** The bet that a refusal names, if it names one. */
function placeOf({ bet, min_cents: min, max_cents: max }: Partial<RefusedPlace> = {}): RefusedPlace | undefined {
  return bet === undefined || min === undefined || max === undefined ? undefined : { bet, min_cents: min, max_cents: max }
}
