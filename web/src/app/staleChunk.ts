const RELOADED_AT_KEY = 'croupier.reloaded_at'
const RELOAD_AGAIN_AFTER_MS = 60 * 60_000

/** Whether a failed chunk may reload the page: at most once an hour, else a broken deploy would loop. */
export function mayReload(reloadedAt: string | null, now: number): boolean {
  return reloadedAt === null || now - Number(reloadedAt) > RELOAD_AGAIN_AFTER_MS
}

/** After a deploy the chunks of the page in this tab are gone: load the page anew, once. */
export function reloadOnStaleChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const now = Date.now()
    if (!mayReload(sessionStorage.getItem(RELOADED_AT_KEY), now)) return
    event.preventDefault()
    sessionStorage.setItem(RELOADED_AT_KEY, String(now))
    window.location.reload()
  })
}
