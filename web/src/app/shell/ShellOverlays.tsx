import { useLocation, useRouter } from '@tanstack/react-router'
import { lazy, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { afterPaint } from '@/platform/afterPaint'
import { withTexts } from '@/i18n/withTexts'
import { importWithRetry } from '@/platform/importWithRetry'
import { useBlocking } from '@/ui/blocking'
import { useSearchKeys } from './useSearchKeys'
import { OverlaysContext } from '@/ui/overlays'
import { AsyncBoundary } from '@/ui/AsyncBoundary'

const SearchOverlay = lazy(async () => ({
  default: (await importWithRetry(withTexts(['catalogue', 'jackpots', 'play'], () => import('@/features/catalogue/SearchOverlay')))).SearchOverlay,
}))
const LanguageDialog = lazy(async () => ({ default: (await importWithRetry(() => import('./LanguageDialog'))).LanguageDialog }))
const NotificationsDialog = lazy(async () => ({
  default: (await importWithRetry(withTexts(['gifts', 'notifications'], () => import('@/features/notifications/components/NotificationsDialog'))))
    .NotificationsDialog,
}))
const Sidebar = lazy(async () => ({
  default: (await importWithRetry(withTexts(['cashbox', 'errors', 'gifts', 'loyalty', 'notifications', 'visit'], () => import('./sidebar/Sidebar')))).Sidebar,
}))

interface OpenOverlay {
  name: 'search' | 'menu' | 'languages' | 'notifications'
  /** The address that it was opened at. */
  href: string
}

/** Search, menu, languages and notifications lie over any page and close when the page changes. They load when first opened. */
export function ShellOverlays({ children }: { children: ReactNode }) {
  const router = useRouter()
  const [opened, setOpened] = useState<OpenOverlay | null>(null)
  const overlays = useMemo(() => {
    // What was pressed shows so at once: what opens comes behind the next frame.
    const open = async (name: OpenOverlay['name']) => {
      await afterPaint()
      setOpened({ name, href: router.state.location.href })
    }
    return {
      openSearch: () => void open('search'),
      openMenu: () => void open('menu'),
      openLanguages: () => void open('languages'),
      openNotifications: () => void open('notifications'),
    }
  }, [router])
  const close = useCallback(() => setOpened(null), [])
  useSearchKeys(overlays.openSearch)
  return (
    <OverlaysContext value={overlays}>
      {children}
      {opened && <Overlay {...opened} onClose={close} />}
    </OverlaysContext>
  )
}

/** The only part that looks at the address: a change of page draws nothing of the frame around it. */
function Overlay({ name, href, onClose }: OpenOverlay & { onClose: () => void }) {
  const isAtSameAddress = useLocation({ select: (location) => location.href === href })
  useBlocking(isAtSameAddress)
  // Who comes back to the page finds the page, not what had been open over it.
  useEffect(() => {
    if (!isAtSameAddress) onClose()
  }, [isAtSameAddress, onClose])
  if (!isAtSameAddress) return null
  return (
    <AsyncBoundary>
      {name === 'search' && <SearchOverlay onClose={onClose} />}
      {name === 'menu' && <Sidebar onClose={onClose} />}
      {name === 'languages' && <LanguageDialog onClose={onClose} />}
      {name === 'notifications' && <NotificationsDialog onClose={onClose} />}
    </AsyncBoundary>
  )
}
