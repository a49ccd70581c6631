import { useEffect, useState } from 'react'
import { readStored, writeStored } from '@/platform/stored'

const MINUTE_MS = 60_000
const session = () => window.sessionStorage

/** What the visitor can close for a while; it stays away over a reload too. */
interface Dismissible {
  awayMs: number
  /** When it was closed last, in Unix milliseconds. */
  closedAt: () => string | null
  keepClosedAt: (at: string) => void
}

const OFFER_KEY = 'promo_closed_at'
const TOOLTIP_KEY = 'promo_tooltip_closed_at'

/** What the operator offers for a few minutes. */
export const OFFER: Dismissible = {
  awayMs: 2 * MINUTE_MS,
  closedAt: () => readStored(session, OFFER_KEY),
  keepClosedAt: (at) => writeStored(session, OFFER_KEY, at),
}

/** The tooltip under the header's main button. */
export const TOOLTIP: Dismissible = {
  awayMs: 10 * MINUTE_MS,
  closedAt: () => readStored(session, TOOLTIP_KEY),
  keepClosedAt: (at) => writeStored(session, TOOLTIP_KEY, at),
}

/** When `what` comes back, in Unix milliseconds; null when it may show. */
function returnsAt({ awayMs, closedAt }: Dismissible): number | null {
  const now = Date.now()
  const closed = Number(closedAt() ?? 0)
  // What the clock of a device has put into the future would keep it away for longer than it says.
  return closed <= now && now < closed + awayMs ? closed + awayMs : null
}

/** Whether `what` is away because it was closed, and how to close it. */
export function useDismissal(what: Dismissible): { isAway: boolean; dismiss: () => void } {
  const [backAt, setBackAt] = useState(() => returnsAt(what))
  useEffect(() => {
    if (backAt === null) return
    const timer = setTimeout(() => setBackAt(null), backAt - Date.now())
    return () => clearTimeout(timer)
  }, [backAt])
  const dismiss = () => {
    const now = Date.now()
    what.keepClosedAt(String(now))
    setBackAt(now + what.awayMs)
  }
  return { isAway: backAt !== null, dismiss }
}
