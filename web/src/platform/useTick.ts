import { useSyncExternalStore } from 'react'
import { serverNow } from './serverClock'

/** One clock for everything that counts down on the page: all of it changes at the same moment. */
const TICK_MS = 250

let now = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = serverNow()
    for (const tell of [...listeners]) tell()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time of the shared clock; brought up to date here while nobody listens to it. */
function read(): number {
  if (timer === undefined && Math.abs(serverNow() - now) >= TICK_MS) now = serverNow()
  return now
}

/**
 * The time of day by the server's clock in Unix milliseconds, rounded down to `everyMs`, which is also how often it changes:
 * four times a second unless told otherwise. It is the same for everybody who asks.
 */
export function useTick(everyMs = TICK_MS): number {
  const rounded = () => read() - (read() % everyMs)
  return useSyncExternalStore(subscribe, rounded, rounded)
}
