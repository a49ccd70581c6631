import { expiresAt, proofOf, type Challenge } from './proofOfWork'

/** How often and how far apart a proof that is not ready yet is looked for. */
const TRIES_MAX = 5
const TRY_PAUSE_MS = 500
/** A proof this close to its expiry might not arrive in time. */
const EXPIRY_MARGIN_MS = 15_000

/** The proof could not be had in time. */
export class CaptchaError extends Error {
  override readonly name = 'CaptchaError'
}

interface CaptchaSource {
  /** A new challenge, or null when the house asks for none. */
  challenge: () => Promise<Challenge | null>
  /** Works the challenge out without keeping the page busy. */
  solve: (challenge: Challenge) => Promise<number | null>
  now: () => number
  pause: (ms: number) => Promise<void>
}

type State = { kind: 'idle' | 'working' | 'off' } | { kind: 'ready'; proof: string; expiresAtMs: number }

/** Proves in the background that the visitor's browser did some work; each proof counts once. */
export class Captcha {
  private state: State = { kind: 'idle' }
  private failure: unknown

  constructor(private readonly source: CaptchaSource) {}

  /** Starts on a proof, so that it is ready when the form is sent. */
  prepare(): void {
    if (this.state.kind === 'working') return
    this.state = { kind: 'working' }
    this.work().then(
      (state) => {
        this.state = state
      },
      (error: unknown) => {
        this.failure = error
        this.state = { kind: 'idle' }
      },
    )
  }

  /** Takes the proof; undefined when none is asked for. Throws `CaptchaError` after five looks half a second apart. */
  async take(): Promise<string | undefined> {
    for (let tries = 0; ; tries += 1) {
      const { state } = this
      if (state.kind === 'off') return undefined
      if (state.kind === 'ready' && state.expiresAtMs - EXPIRY_MARGIN_MS > this.source.now()) {
        this.state = { kind: 'idle' }
        return state.proof
      }
      if (tries >= TRIES_MAX) throw new CaptchaError('no proof in time', { cause: this.failure })
      this.prepare()
      await this.source.pause(TRY_PAUSE_MS)
    }
  }

  private async work(): Promise<State> {
    const challenge = await this.source.challenge()
    if (!challenge) return { kind: 'off' }
    const number = await this.source.solve(challenge)
    if (number === null) throw new CaptchaError('the challenge has no solution')
    return { kind: 'ready', proof: proofOf(challenge, number), expiresAtMs: expiresAt(challenge) }
  }
}
