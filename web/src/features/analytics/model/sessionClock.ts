import { readStored, writeStored } from '@/platform/stored'

const STARTED_KEY = 'session_started'

const session = () => window.sessionStorage

/** When the first page of the browser session was opened, in Unix milliseconds; the clock runs on over reloads. */
export function sessionStartedAt(now: number): number {
  const known = Number(readStored(session, STARTED_KEY))
  if (known > 0) return known
  writeStored(session, STARTED_KEY, String(now))
  return now
}
