import { useEffect, useState, type RefObject } from 'react'

/** So far below the window counts as near: a screenful, which scrolling takes a moment to reach. */
const NEAR_PX = 600

/** Whether the element has ever been in the window or near it. */
export function useNear(ref: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (near || !element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: `${NEAR_PX}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [near, ref])
  return near
}
