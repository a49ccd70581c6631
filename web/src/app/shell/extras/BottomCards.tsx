import type { ReactNode } from 'react'

/**
 * Where cards stand that ask or offer something: over the page at its lower edge, the first alone, and the next
 * when it is answered.
 */
export function BottomCards({ children }: { children: ReactNode }) {
  return (
    <div
      data-bottom-cards=""
      className="pointer-events-none fixed inset-x-3 bottom-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom)+12px)] z-30 flex flex-col items-center gap-3 *:pointer-events-auto *:not-first:hidden md:inset-x-6 md:bottom-[calc(var(--bottom-bar-height)+24px)] xl:left-[calc(var(--rail-width)+24px)]"
    >
      {children}
    </div>
  )
}
