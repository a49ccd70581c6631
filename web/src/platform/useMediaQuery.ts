import { useCallback, useSyncExternalStore } from 'react'

/** Whether the CSS media query holds now; renders anew when that changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}

/** Phones and tablets: everything below the width at which the bottom bar gives way to the rail. */
const MOBILE = '(width < 1024px)'

/** What the catalogue calls the device. */
export function deviceKind(): 'mobile' | 'desktop' {
  return window.matchMedia(MOBILE).matches ? 'mobile' : 'desktop'
}

export function useIsMobile(): boolean {
  return useMediaQuery(MOBILE)
}
