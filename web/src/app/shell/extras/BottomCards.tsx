import { useEffect, useRef, type ReactNode } from 'react'

/** What else stands at the lower edge keeps clear of so much. */
const HEIGHT = '--bottom-cards-height'
const GAP_PX = 12

/**
 * Where cards stand that ask or offer something: over the page at its lower edge, the first alone, and the next
 * when it is answered. The chat stands above them.
 */
export function BottomCards({ children }: { children: ReactNode }) {
  const cards = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = cards
    const { style } = document.documentElement
    if (!current) return
    const observer = new ResizeObserver(() => {
      const { height } = current.getBoundingClientRect()
      if (height === 0) style.removeProperty(HEIGHT)
      else style.setProperty(HEIGHT, `${Math.ceil(height) + GAP_PX}px`)
    })
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty(HEIGHT)
    }
  }, [])
  return (
    <div
      ref={cards}
      data-bottom-cards=""
      className="pointer-events-none fixed inset-x-3 bottom-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom)+12px)] z-30 flex flex-col items-center gap-3 *:pointer-events-auto *:not-first:hidden md:inset-x-6 md:bottom-[calc(var(--bottom-bar-height)+24px)] xl:left-[calc(var(--rail-width)+24px)]"
    >
      {children}
    </div>
  )
}
