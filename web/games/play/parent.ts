/** What the game tells the page around it. */
export type Notice =
  | { type: 'ready' }
  | { type: 'round_started'; round_id: string; stake_cents: number }
  | { type: 'round_finished'; round_id: string; stake_cents: number; win_cents: number }
  | { type: 'balance'; balance_cents: number; currency: string }
  | { type: 'close' }
  | { type: 'deposit' }

/** Sends a notice to the page around the game, to our own origin only. */
export function tellParent(notice: Notice): void {
  if (window.parent === window) return
  window.parent.postMessage({ source: 'croupier-game', ...notice }, window.location.origin)
}

/** Leaves the game: the page around it decides, without one we go back ourselves. */
export function leave(returnUrl: string | null): void {
  if (window.parent !== window) {
    tellParent({ type: 'close' })
    return
  }
  const target = new URL(returnUrl ?? '/', window.location.origin)
  window.location.assign(target.origin === window.location.origin ? target.href : '/')
}
