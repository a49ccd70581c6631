import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { OverlaysContext } from '@/ui/overlays'

const SearchOverlay = lazy(async () => ({ default: (await import('@/features/catalogue/SearchOverlay')).SearchOverlay }))
const LanguageDialog = lazy(async () => ({ default: (await import('./LanguageDialog')).LanguageDialog }))
const Sidebar = lazy(async () => ({ default: (await import('./sidebar/Sidebar')).Sidebar }))

/** Search, menu and languages lie over any page and close when the page changes. They load when first opened. */
export function ShellOverlays({ children }: { children: ReactNode }) {
  const { href } = useLocation()
  const [open, setOpen] = useState<{ name: 'search' | 'menu' | 'languages'; href: string } | null>(null)
  const overlays = useMemo(
    () => ({
      openSearch: () => setOpen({ name: 'search', href }),
      openMenu: () => setOpen({ name: 'menu', href }),
      openLanguages: () => setOpen({ name: 'languages', href }),
    }),
    [href],
  )
  const shown = open?.href === href ? open.name : null
  const close = () => setOpen(null)
  return (
    <OverlaysContext value={overlays}>
      {children}
      <Suspense>
        {shown === 'search' && <SearchOverlay onClose={close} />}
        {shown === 'menu' && <Sidebar onClose={close} />}
        {shown === 'languages' && <LanguageDialog onClose={close} />}
      </Suspense>
    </OverlaysContext>
  )
}
