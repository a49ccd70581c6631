import { startTransition, useEffect, useState, type ReactNode } from 'react'
import { pageIsIdle } from '@/lib/idle'
import { useIsBlocked } from '@/ui/blocking'
import { Part } from '@/ui/Part'

interface LaterProps {
  /** It comes once the page has been left alone for so long; as soon as the browser is idle when left out. */
  ms?: number
  /** Keeps its place until it is there. */
  fallback?: ReactNode
  children: ReactNode
}

/** Keeps what nobody needs at first away from the first look at the page: it comes once that is done, in small steps. */
export function Later({ ms, fallback, children }: LaterProps) {
  const [isDue, setIsDue] = useState(false)
  const isBlocked = useIsBlocked()
  const waits = ms !== undefined && isBlocked
  useEffect(() => {
    if (waits) return
    let isWanted = true
    const come = () => isWanted && startTransition(() => setIsDue(true))
    const timer = ms === undefined ? undefined : setTimeout(come, ms)
    if (ms === undefined) void pageIsIdle().then(come)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [ms, waits])
  return isDue ? <Part fallback={fallback}>{children}</Part> : fallback
}
