import { type GameMessage, type SiteMessage, fromGame, readSiteMessage } from '../../src/domain/gameBridge'

/** The page around the game; without one the game stands alone. */
export class Site {
  readonly isThere = window.parent !== window
  #paused = false
  #shown: Promise<unknown> = Promise.resolve()
  #listeners = new Set<(message: SiteMessage) => void>()

  constructor() {
    if (!this.isThere) return
    window.addEventListener('message', (event: MessageEvent<unknown>) => {
      // The operator's own games run at the site's origin, and nobody but the page around them may steer them.
      const message = event.source === window.parent ? readSiteMessage(event, window.location.origin) : null
      if (message === null) return
      if (message.type === 'pause') this.#paused = true
      if (message.type === 'resume') this.#paused = false
      for (const listener of [...this.#listeners]) listener(message)
    })
  }

  /** Tells the page something; a game that stands alone tells nobody. */
  send(message: GameMessage): void {
    if (this.isThere) window.parent.postMessage(fromGame(message), window.location.origin)
  }

  /** Calls `listener` with every message of the page; the answer ends that. */
  listen(listener: (message: SiteMessage) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Lets no further turn begin until something is shown that the player must not miss. */
  holdFor(shown: Promise<unknown>): void {
    this.#shown = Promise.allSettled([this.#shown, shown])
  }

  /** Comes once the page lets turns begin. */
  async unpaused(): Promise<void> {
    // While one thing is waited for, another may have come.
    for (let shown: Promise<unknown> | undefined; shown !== this.#shown;) {
      shown = this.#shown
      await shown
    }
    if (!this.#paused) return
    await this.#until((message) => (message.type === 'resume' ? true : undefined))
  }

  /** Has the page ask for the password; answers whether it was given. */
  reauthenticate(): Promise<boolean> {
    if (!this.isThere) return Promise.resolve(false)
    const answered = this.#until((message) => {
      if (message.type === 'reauthenticated') return true
      return message.type === 'not_reauthenticated' ? false : undefined
    })
    this.send({ type: 'refused', code: 'reauth_required' })
    return answered
  }

  /** Leaves the game: the page decides how, without one the address is left. */
  leave(returnUrl: string | null): void {
    if (this.isThere) {
      this.send({ type: 'close' })
      return
    }
    const target = new URL(returnUrl ?? '/', window.location.origin)
    window.location.assign(target.origin === window.location.origin ? target.href : '/')
  }

  #until<Answer>(answer: (message: SiteMessage) => Answer | undefined): Promise<Answer> {
    return new Promise((resolve) => {
      const stop = this.listen((message) => {
        const found = answer(message)
        if (found === undefined) return
        stop()
        resolve(found)
      })
    })
  }
}
