import { createContext, use } from 'react'

/** What lies over any page and can be opened from several places; the shell provides it. */
export interface Overlays {
  openSearch: () => void
  openMenu: () => void
  openLanguages: () => void
  openNotifications: () => void
}

export const OverlaysContext = createContext<Overlays>({
  openSearch: () => undefined,
  openMenu: () => undefined,
  openLanguages: () => undefined,
  openNotifications: () => undefined,
})

export function useOverlays(): Overlays {
  return use(OverlaysContext)
}
