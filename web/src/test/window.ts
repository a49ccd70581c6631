import { vi } from 'vitest'

/**
 * Lets whatever is watched come into view at once, or be `away` pixels below the window; without it nothing ever comes
 * into view in the tests. Gives back what ends it.
 */
export function everythingIsInView(away = 0): () => void {
  const before = globalThis.IntersectionObserver
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(
        readonly tell: (entries: object[]) => void,
        readonly options?: IntersectionObserverInit,
      ) {}
      observe = (target: Element) => this.tell([{ isIntersecting: parseInt(this.options?.rootMargin ?? '0') >= away, target }])
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
  return () => vi.stubGlobal('IntersectionObserver', before)
}
