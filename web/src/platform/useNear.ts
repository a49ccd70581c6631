import { useEffect, useState, type RefObject } from 'react'

/** So far below the window counts as near: a screenful, which scrolling takes a moment to reach. */
const NEAR_PX = 600

/**
 * Whether the element is in the window or near it, which is `px` above or below; what holds the focus does not go away.
 * `isThere` tells when it is drawn.
 */
export function useNear(ref: RefObject<Element | null>, isThere = true, px = NEAR_PX): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => setNear(Boolean(entries.at(-1)?.isIntersecting) || element.contains(document.activeElement)), {
      rootMargin: `${px}px 0px`,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, isThere, px])
  return near
}
