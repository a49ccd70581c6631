import { useEffect, useRef, type RefObject } from 'react'
import { cx } from '@/platform/cx'

/** The next page is asked for this far before the end comes into view. */
const MORE_BEFORE_PX = 500
const PASSED_PX_MAX = 1_000_000

interface EndOfListProps {
  onReach: () => void
  active: boolean
  /** What the list scrolls in; the window when left out. */
  within?: RefObject<Element | null>
}

/** Calls `onReach` once its place is nearly in view. */
export function EndOfList({ onReach, active, within }: EndOfListProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const end = ref.current
    if (!end || !active) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReach(), {
      root: within?.current ?? null,
      // Whoever jumps past the end (the End key) has reached it too.
      rootMargin: `${PASSED_PX_MAX}px 0px ${MORE_BEFORE_PX}px 0px`,
    })
    observer.observe(end)
    return () => observer.disconnect()
  })
  return <div ref={ref} aria-hidden="true" className={cx(active ? 'h-px' : 'hidden')} />
}
