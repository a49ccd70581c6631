import { isGateway, noteServerUnreachable } from './connectivity'

const RELOADED_AT_KEY = 'croupier.reloaded_at'
const RELOAD_AGAIN_AFTER_MS = 60 * 60_000
/** A trip that failed is tried once more after this. */
const RETRY_MS = 1_000

/** A part of the site that did not come. */
export class ImportError extends Error {}

/**
 * Brings a part of the site (`load` imports it). A trip that fails is tried once more. If the server is there and the
 * part is not, it went with a deploy: the page is loaded anew, once. Rejects with a `ImportError`.
 */
export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
  try {
    return await load()
  } catch (cause) {
    if ((await isServerThere()) && mayReload(Date.now())) window.location.reload()
    throw new ImportError('A part of the site did not come', { cause })
  }
}

async function isServerThere(): Promise<boolean> {
  try {
    const { ok, status } = await fetch('/', { method: 'HEAD', cache: 'no-store' })
    if (isGateway(status)) noteServerUnreachable()
    return ok
  } catch {
    noteServerUnreachable()
    return false
  }
}

/** Whether the page may be loaded anew, which is written down: at most once an hour, else a broken deploy would loop. */
export function mayReload(now: number): boolean {
  try {
    const reloadedAt = sessionStorage.getItem(RELOADED_AT_KEY)
    if (reloadedAt !== null && now - Number(reloadedAt) <= RELOAD_AGAIN_AFTER_MS) return false
    sessionStorage.setItem(RELOADED_AT_KEY, String(now))
    return true
  } catch {
    // Without storage a loop would go unnoticed.
    return false
  }
}
