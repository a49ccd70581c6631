import type { SiteMessage } from '../../src/domain/gameBridge'
import type { RoundView, Session } from './types'

type BalanceMessage = Extract<SiteMessage, { type: 'balance' }>

/** The newest balance that the game knows of, whether it came with a round or from the page around the game. */
export class Balance {
  /** Called when money came or went beside the game. */
  onChange: () => void = () => undefined
  readonly #session: Session
  readonly #ask: () => Promise<Session>
  #cents: number
  #seq = -1
  /** How many balances were taken. */
  #taken = 0

  /** `ask` asks the server for the session, whose balance is the one of now. */
  constructor(session: Session, ask: () => Promise<Session>) {
    this.#session = session
    this.#ask = ask
    this.#cents = session.balance_cents
  }

  /** In subunits of the currency that is played in. */
  get cents(): number {
    return this.#cents
  }

  /** Takes the balance that a round came to. */
  settle({ balance_cents: cents, seq }: Pick<RoundView, 'balance_cents' | 'seq'>): void {
    this.#take(cents, seq)
  }

  /** Takes a balance that the page has sent. A wallet in another currency is asked for: only the server converts. */
  async hear(message: BalanceMessage): Promise<void> {
    const { currency, wallet, mode } = this.#session
    if (mode !== 'real' || message.currency !== (wallet?.currency ?? currency.code)) return
    if (wallet === null) this.#take(message.amount_cents, message.seq)
    else if (message.round_id === null) await this.refresh()
    this.onChange()
  }

  /** Asks for money that came or went beside the game, of which the page knows no more than that. */
  async lookAgain(): Promise<void> {
    if (this.#session.mode !== 'real') return
    await this.refresh()
    this.onChange()
  }

  /**
   * Makes a call and takes the balance of its answer, which nothing orders among other balances. Where another one was
   * taken in the meantime nobody here knows which is newer, so the server is asked.
   */
  async settleBy<Answer extends { balance_cents: number }>(call: () => Promise<Answer>): Promise<Answer> {
    const before = this.#taken
    const answer = await call()
    if (before === this.#taken) this.#take(answer.balance_cents, null)
    else if (answer.balance_cents !== this.#cents) void this.refresh().then(() => this.onChange())
    return answer
  }

  /** Asks the server for the balance; without an answer the known one stays. */
  async refresh(): Promise<void> {
    try {
      for (;;) {
        const before = this.#taken
        const { balance_cents: cents } = await this.#ask()
        if (before === this.#taken) this.#take(cents, null)
        // Where another balance came first, only a further answer tells which of the two is of now.
        if (cents === this.#cents) return
      }
    } catch {
      // Whoever needs to know more asks the server for a round, and hears why it is refused.
    }
  }

  #take(cents: number, seq: number | null): void {
    if (seq !== null && seq < this.#seq) return
    this.#cents = cents
    this.#taken += 1
    if (seq !== null) this.#seq = seq
  }
}
