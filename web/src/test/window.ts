import { vi } from 'vitest'

/** Lets whatever is watched come into view at once; without it nothing ever does in the tests. Gives back what ends it. */
export function everythingIsInView(): () => void {
  const before = globalThis.IntersectionObserver
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(readonly tell: (entries: object[]) => void) {}
      observe = (target: Element) => this.tell([{ isIntersecting: true, target }])
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
  return () => vi.stubGlobal('IntersectionObserver', before)
}
