import { hasAcceptedCookies } from '@/platform/consent'
import { log } from '@/platform/log'
import { beginTrace } from '@/platform/trace'
import type { createAppRouter } from './router'

/** Writes to the log what nobody caught. */
export function logUncaught(): void {
  window.addEventListener('error', ({ error, message }: ErrorEvent) => {
    log('error', 'UNCAUGHT_ERROR', message, error instanceof Error ? error.stack : undefined)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (reason instanceof DOMException && reason.name === 'AbortError') return
    log('error', 'UNHANDLED_REJECTION', String(reason), reason instanceof Error ? reason.stack : undefined)
  })
}

/**
 * Each page that is gone to begins a trace, which its calls and its entries of the log carry; the page on show has
 * a row of its own, once cookies are accepted. None is left out.
 */
export function traceNavigations(router: Pick<ReturnType<typeof createAppRouter>, 'subscribe'>): void {
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) beginTrace()
  })
  router.subscribe('onResolved', ({ pathChanged, toLocation }) => {
    if (pathChanged && hasAcceptedCookies()) log('info', 'NAVIGATION', toLocation.pathname)
  })
}
