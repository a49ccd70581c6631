import { useEffect, useState } from 'react'
import { serverNow } from './serverClock'

/**
 * The current time in Unix milliseconds, by the server's clock unless `clock` is given, such as `Date.now` for what is
 * measured on this device alone. It ticks every `everyMs` while the component is mounted. `clock` must be the same function in
 * every render: another one restarts the timer.
 */
export function useNow(everyMs: number, clock: () => number = serverNow): number {
  const [now, setNow] = useState(clock)
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, clock])
  return now
}
