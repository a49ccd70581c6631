const SOURCE = 'croupier-cashbox'

/** Where the partner sends the player's browser after its page. */
export const RETURN_PATH = '/payments/return'

/** Whether a message says that the partner's page inside the cashbox came to its end. */
export function isReturnMessage(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'source' in data && data.source === SOURCE
}

/**
 * When this page is the return address inside the cashbox's frame: tells the cashbox around it and answers
 * true, for there is nothing to show here.
 */
export function notifyOpenerOfReturn(page: Window): boolean {
  if (page.parent === page || page.location.pathname !== RETURN_PATH) return false
  page.parent.postMessage({ source: SOURCE }, page.location.origin)
  return true
}
