import { expiresAt, proofOf, type Challenge } from './proofOfWork'

/** How often a proof is tried for, and how long it rests after work that failed. */
const TRIES_MAX = 5
const TRY_PAUSE_MS = 500
/** How long work that is under way is waited for: a slow phone needs several seconds. */
const PROOF_TIMEOUT_MS = 20_000
/** A proof this close to its expiry might not arrive in time. */
const EXPIRY_MARGIN_MS = 15_000

/** The proof could not be had in time. */
export class CaptchaError extends Error {
  override readonly name = 'CaptchaError'
}

/** How much work a challenge asks for. */
export type Difficulty = 'normal' | 'hard'

/** What proves that a person is there, and until when it counts. */
export interface Token {
  proof: string
  expiresAtMs: number
}

interface CaptchaSource {
  /** The token of another provider, or null where the server asks none. */
  token: () => Promise<Token | null>
  /** A new challenge, or null when the server asks for none. */
  challenge: (difficulty: Difficulty) => Promise<Challenge | null>
  /** Works the challenge out without keeping the page busy. */
  solve: (challenge: Challenge) => Promise<number | null>
  now: () => number
  pause: (ms: number) => Promise<void>
}

type State = { kind: 'idle' | 'working' | 'off' } | { kind: 'ready'; proof: string; expiresAtMs: number }

/** Proves in the background that the visitor's browser did some work, or gets another provider's word; each proof counts once. */
export class Captcha {
  private state: State = { kind: 'idle' }
  private failure: unknown
  /** Settles with the work that is under way, whether that succeeds or fails. */
  private working: Promise<void> = Promise.resolve()

  constructor(private readonly source: CaptchaSource) {}

  /** Starts on a proof, so that it is ready when the form is sent. */
  prepare(): void {
    if (this.state.kind === 'working') return
    this.state = { kind: 'working' }
    this.working = this.work('normal').then(
      (state) => {
        this.state = state
      },
      (error: unknown) => {
        this.failure = error
        this.state = { kind: 'idle' }
      },
    )
  }

  /**
   * Takes the proof; undefined when none is asked for. Work that is under way is waited for, and `onWait` is called when
   * that is so. Throws `CaptchaError` after five works that failed, half a second apart, and when time has run out.
   */
  async take(onWait?: () => void): Promise<string | undefined> {
    let timeRunsOut: Promise<'late'> | undefined
    for (let tries = 0; ; tries += 1) {
      const { state } = this
      if (state.kind === 'off') return undefined
      if (state.kind === 'ready' && state.expiresAtMs - EXPIRY_MARGIN_MS > this.source.now()) {
        this.state = { kind: 'idle' }
        return state.proof
      }
      if (tries >= TRIES_MAX) break
      if (tries > 0) await this.source.pause(TRY_PAUSE_MS)
      this.prepare()
      onWait?.()
      timeRunsOut ??= this.source.pause(PROOF_TIMEOUT_MS).then(() => 'late')
      if ((await Promise.race([this.working, timeRunsOut])) === 'late') break
    }
    throw new CaptchaError('no proof in time', { cause: this.failure })
  }

  /** A proof of much more work, which takes several seconds; undefined when none is asked for. */
  async takeHard(): Promise<string | undefined> {
    const state = await this.work('hard')
    return state.kind === 'ready' ? state.proof : undefined
  }

  private async work(difficulty: Difficulty): Promise<State> {
    const token = difficulty === 'normal' ? await this.source.token() : null
    if (token) return { kind: 'ready', ...token }
    const challenge = await this.source.challenge(difficulty)
    if (!challenge) return { kind: 'off' }
    const number = await this.source.solve(challenge)
    if (number === null) throw new CaptchaError('the challenge has no solution')
    return { kind: 'ready', proof: proofOf(challenge, number), expiresAtMs: expiresAt(challenge) }
  }
}
