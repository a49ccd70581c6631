import { useEffect, useState } from 'react'

/** The time of day in Unix milliseconds, brought up to date every `everyMs` while it is on show. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
