import { startTransition, useEffect, useState } from 'react'
import { idleQueue } from './idle'

/**
 * How many of `count` parts are drawn: one at first, and one more whenever the page is idle. Drawn at once, many parts
 * would keep a slow phone from answering for a while.
 */
export function useSteps(count: number): number {
  const [drawn, setDrawn] = useState(1)
  useEffect(() => {
    if (drawn >= count) return
    let isWanted = true
    void idleQueue().then(() => isWanted && startTransition(() => setDrawn(drawn + 1)))
    return () => {
      isWanted = false
    }
  }, [drawn, count])
  return Math.min(drawn, count)
}
