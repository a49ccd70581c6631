import { newIdempotencyKey } from './transport'
import { ApiError } from './errors'
import { forgetUndecidedKey, keepUndecidedKey, undecidedKey } from './undecidedKeys'

/** Statuses below 500 that do not say what became of the call: it may be repeated as it is. */
const UNDECIDED = new Set([401, 408, 425, 429])

/**
 * Whether the server has decided: the call was carried out or will not be. A 5xx, a timeout, a lost connection and an
 * answer that cannot be read decide nothing, nor does a `conflict` with the same call still under way.
 */
export function isDefinitive(error: unknown): boolean {
  if (!(error instanceof ApiError) || !error.isReadable) return false
  const isReauthentication = error.code === 'reauth_required'
  return error.status >= 400 && error.status < 500 && !UNDECIDED.has(error.status) && error.code !== 'conflict' && !isReauthentication
}

/** What one try of an action sends along. */
export interface Attempt {
  idempotencyKey: string
  /**
   * Makes a value, such as a captcha proof, once for all tries of one action: a call that is repeated under its key has
   * to be repeated word for word.
   */
  once: <Value>(make: () => Promise<Value>) => Promise<Value>
}

/** The tries of one action with one input, from the first until the server has decided. */
class Tries {
  isDecided = false
  readonly key: string
  private made: Promise<unknown> | undefined
  private running: Promise<unknown> | undefined
  /** A try under the key had no definitive answer: it may have been carried out, or may still be. */
  private isUncertain: boolean

  /** Goes on under the key of earlier tries, if there were any. */
  constructor(earlierKey: string | null = null) {
    this.key = earlierKey ?? newIdempotencyKey()
    this.isUncertain = earlierKey !== null
  }

  /** Tries once more, or joins the try that is under way. */
  perform<Answer>(run: (attempt: Attempt) => Promise<Answer>): Promise<Answer> {
    this.running ??= this.tryOnce(run).finally(() => {
      this.running = undefined
    })
    return this.running as Promise<Answer>
  }

  private async tryOnce<Answer>(run: (attempt: Attempt) => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await run({ idempotencyKey: this.key, once: (make) => this.once(make) })
      this.isDecided = true
      return answer
    } catch (error) {
      this.judge(error)
      throw error
    }
  }

  private once<Value>(make: () => Promise<Value>): Promise<Value> {
    const made = (this.made as Promise<Value> | undefined) ?? make()
    this.made = made
    made.catch(() => {
      if (this.made === made) this.made = undefined
    })
    return made
  }

  private judge(error: unknown): void {
    if (!isDefinitive(error)) {
      this.isUncertain = true
      return
    }
    // What was sent along is spent. The key stays while an earlier try may yet be carried out.
    this.made = undefined
    this.isDecided = !this.isUncertain || (error as ApiError).code === 'idempotency_conflict'
  }
}

async function performOf<Answer>(undecided: Map<string, Tries>, name: string, begin: () => Tries, run: (attempt: Attempt) => Promise<Answer>): Promise<Answer> {
  const tries = undecided.get(name) ?? begin()
  undecided.set(name, tries)
  try {
    return await tries.perform(run)
  } finally {
    if (tries.isDecided && undecided.get(name) === tries) undecided.delete(name)
  }
}

/** Undecided tries of actions that outlive their component, by name and input. */
const lasting = new Map<string, Tries>()

/** Performs an action whose key is kept before its first call is sent: the page may be loaded anew while that is on its way. */
async function performLasting<Answer>(name: string, run: (attempt: Attempt) => Promise<Answer>): Promise<Answer> {
  const begin = () => {
    const tries = new Tries(undecidedKey(name))
    keepUndecidedKey(name, tries.key)
    return tries
  }
  try {
    return await performOf(lasting, name, begin, run)
  } finally {
    if (!lasting.has(name)) forgetUndecidedKey(name)
  }
}

/**
 * The idempotency key of what a person does: the same for every try with the same input until the server has decided,
 * so that a second press is never a second payment. Another input is another action.
 */
export class Action {
  /** At most one: a try with another input sets another state, and the key of the earlier one must not come back. */
  private readonly own = new Map<string, Tries>()

  /**
   * Tries the action. With a `lastingName` its undecided tries are kept beyond this action and, by their keys, beyond a
   * reload of the page, each input apart, and a try that is still under way is joined.
   */
  perform<Answer>(input: unknown, run: (attempt: Attempt) => Promise<Answer>, lastingName?: string): Promise<Answer> {
    const text = JSON.stringify(input) ?? ''
    if (lastingName !== undefined) return performLasting(`${lastingName} ${text}`, run)
    if (!this.own.has(text)) this.own.clear()
    return performOf(this.own, text, () => new Tries(), run)
  }
}
