const QUERY = '(prefers-reduced-motion: reduce)'

/** Asked once: it follows the player's choice by itself, and pictures ask in every frame. */
let reducedMotion: MediaQueryList | undefined

/** Whether the player asked for less motion. */
export function motionIsReduced(): boolean {
  reducedMotion ??= window.matchMedia(QUERY)
  return reducedMotion.matches
}

/** The share of a wait that is left in turbo. */
export const QUICK = 0.45

/**
 * The waits and animations of a presentation. Turbo shortens them; `skip` ends those under way, and all that begin
 * before `rewind`.
 */
export class Playback {
  turbo = false
  #skipping = false
  #release = new Set<() => void>()

  /** Whether the player wants to be at the end. */
  get skipping(): boolean {
    return this.#skipping
  }

  /** Waits `milliseconds`, or the share of it that is left in turbo. */
  wait(milliseconds: number): Promise<void> {
    const length = this.#skipping ? 0 : milliseconds * (this.turbo ? QUICK : 1)
    if (length <= 0) return Promise.resolve()
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        this.#release.delete(done)
        resolve()
      }
      const timer = setTimeout(done, length)
      this.#release.add(done)
    })
  }

  /** Calls `frame` once per frame with the share of the time that has passed, from 0 to 1; the last call is with 1. */
  async animate(milliseconds: number, frame: (share: number) => void): Promise<void> {
    const length = milliseconds * (this.turbo ? QUICK : 1)
    const started = performance.now()
    await new Promise<void>((resolve) => {
      const tick = (now: number): void => {
        const share = this.#skipping || length <= 0 ? 1 : Math.min(1, Math.max(0, (now - started) / length))
        frame(share)
        if (share < 1) requestAnimationFrame(tick)
        else resolve()
      }
      requestAnimationFrame(tick)
    })
  }

  /** Ends waits and animations at once. */
  skip(): void {
    this.#skipping = true
    for (const release of [...this.#release]) release()
  }

  /** Back to normal pace, for the next round. */
  rewind(): void {
    this.#skipping = false
  }
}
