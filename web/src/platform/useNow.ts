import { useEffect, useState } from 'react'
import { serverNow } from './serverClock'

/**
 * The time of day in Unix milliseconds, brought up to date every `everyMs` while it is on show: by the server's clock, or by
 * `clock` for what is measured on this device alone.
 */
export function useNow(everyMs: number, clock: () => number = serverNow): number {
  const [now, setNow] = useState(clock)
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, clock])
  return now
}
