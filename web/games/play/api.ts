import type { Bet, RoundView, Session } from './types'

/** A refusal by the server: `code` is one of its stable error codes. */
export class PlayRefusal extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.name = 'PlayRefusal'
    this.code = code
  }
}

/** What the client reaches the outside world with; tests hand in their own. */
export interface Surroundings {
  fetch: typeof fetch
  wait: (milliseconds: number) => Promise<void>
  uuid: () => string
}

/** What a round is started with: a stake on slots, for a round that may be bought, or bets at a table. */
export type Wager = { stake_cents: number; buy?: true } | { bets: readonly Bet[] }

/** Pauses between attempts; the last one repeats. */
const PAUSES_MS = [400, 800, 1600, 3200, 5000] as const

const BROWSER: Surroundings = {
  fetch: (input, init) => fetch(input, init),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  uuid: () => crypto.randomUUID(),
}

/**
 * The play API. A call that moves money is repeated with its own key until
 * the server has answered it, because only the server knows what happened.
 */
export class PlayApi {
  readonly #token: string
  readonly #surroundings: Surroundings
  readonly #onConnection: (connected: boolean) => void

  /** `onConnection` hears false when an attempt failed and true when one came through again. */
  constructor(token: string, onConnection: (connected: boolean) => void, surroundings: Surroundings = BROWSER) {
    this.#token = token
    this.#onConnection = onConnection
    this.#surroundings = surroundings
  }

  /** The session the token stands for. */
  session(): Promise<Session> {
    return this.#call('GET', '/api/play/session')
  }

  /** Starts a round. */
  start(wager: Wager): Promise<RoundView> {
    return this.#call('POST', '/api/play/rounds', wager)
  }

  /** Plays step number `step` of an open round. */
  step(roundId: string, step: number): Promise<RoundView> {
    return this.#call('POST', `/api/play/rounds/${encodeURIComponent(roundId)}/steps`, { step })
  }

  async #call<Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
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
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.#attempt<Answer>(path, init)
      if (answer.settled) {
        if (attempt > 0) this.#onConnection(true)
        if ('refusal' in answer) throw answer.refusal
        return answer.value
      }
      this.#onConnection(false)
      const pause = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)] ?? 5000
      await this.#surroundings.wait(Math.max(pause, answer.retryAfterMs))
    }
  }

  async #attempt<Answer>(path: string, init: RequestInit): Promise<Attempt<Answer>> {
    try {
      const response = await this.#surroundings.fetch(path, init)
      if (response.status >= 500 || response.status === 429) {
        const seconds = Number(response.headers.get('Retry-After'))
        return { settled: false, retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : 0 }
      }
      const value: unknown = await response.json()
      if (response.ok) return { settled: true, value: value as Answer }
      return { settled: true, refusal: new PlayRefusal(refusalCode(value)) }
    } catch {
      // No answer, or one that was cut off: the outcome is unknown, so ask again.
      return { settled: false, retryAfterMs: 0 }
    }
  }
}

type Attempt<Answer> =
  { settled: true; value: Answer } | { settled: true; refusal: PlayRefusal } | { settled: false; retryAfterMs: number }

/** The stable code in an error body; field errors count by their first code. */
function refusalCode(body: unknown): string {
  if (typeof body !== 'object' || body === null) return 'internal'
  const { error, errors } = body as { error?: { code?: string }; errors?: Record<string, { code: string }[]> }
  if (error?.code !== undefined) return error.code
  return Object.values(errors ?? {})[0]?.[0]?.code ?? 'internal'
}
