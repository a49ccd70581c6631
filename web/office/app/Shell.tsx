import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAction } from '@/api/useAction'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import { Toasts } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { call } from '../api/client'
import { meQuery } from '../api/me'
import type { Me } from '../api/types'
import { t, tWord } from '../i18n/texts'
import { LanguageSwitch } from '../ui/LanguageSwitch'
import { Mark } from '../ui/Mark'
import { pagesFor } from './pages'
import { Palette } from './Palette'
import { SavedViews } from './SavedViews'

/** The frame of all pages for members who are signed in. */
export function Shell() {
  const { data: me } = useQuery(meQuery)
  const { pathname, searchStr } = useLocation()
  const router = useRouter()
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setPaletteOpen(true)
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])
  if (!me) return null
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[224px_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-m focus:bg-surface focus:px-4 focus:py-2"
      >
        {t('skip')}
      </a>
      <header className="sticky top-0 z-20 flex flex-col border-b border-line bg-surface lg:h-dvh lg:border-r lg:border-b-0">
        <div className="flex h-(--header-height) shrink-0 items-center justify-between px-4">
          <Link to="/" aria-label={t('office')} className="rounded-s">
            <Mark />
          </Link>
          <IconButton icon="search" label={t('palette.open')} size="s" className="lg:hidden" onPress={() => setPaletteOpen(true)} />
        </div>
        <button
          type="button"
          onClick={() => setPaletteOpen(true)}
          className="mx-3 mb-2 flex h-9 shrink-0 items-center gap-2 rounded-m border border-line bg-raised px-3 text-sm text-muted hover:border-line-strong max-lg:hidden"
        >
          <Icon name="search" size={16} />
          <span className="flex-1 text-left">{t('palette.open')}</span>
          <kbd className="font-sans text-xs">Ctrl K</kbd>
        </button>
        <Navigation me={me} />
        <Account me={me} />
      </header>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-(--content-max) px-4 py-6 outline-none md:px-6 lg:px-8">
        <SavedViews page={pathname} search={searchStr} onOpen={(address) => router.history.push(address)} />
        <Outlet />
      </main>
      {isPaletteOpen && <Palette me={me} onClose={() => setPaletteOpen(false)} />}
      <Toasts />
    </div>
  )
}

function Navigation({ me }: { me: Me }) {
  return (
    <nav
      aria-label={t('navigation')}
      className="no-scrollbar flex gap-1 overflow-x-auto px-3 pb-2 lg:min-h-0 lg:flex-1 lg:flex-col lg:overflow-x-visible lg:overflow-y-auto"
    >
      {pagesFor(me).map(({ path, title, icon }) => (
        <Link
          key={path}
          to={path}
          className="flex h-9 shrink-0 items-center gap-2.5 rounded-m px-3 text-sm font-medium whitespace-nowrap text-soft hover:bg-hover hover:text-text aria-[current=page]:bg-hover aria-[current=page]:text-text pointer-coarse:h-11"
        >
          <Icon name={icon} size={18} />
          {t(title)}
        </Link>
      ))}
    </nav>
  )
}

function Account({ me }: { me: Me }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { start } = useAction({
    run: (_: void, { idempotencyKey }) => call('POST', '/api/sign-out', { idempotencyKey }),
    onDone: () => {
      queryClient.clear()
      void router.navigate({ to: '/sign-in', replace: true })
    },
    onError: toastError,
  })
  return (
    <div className="flex shrink-0 items-center justify-between gap-2 border-line px-4 py-2 max-lg:border-t lg:block lg:border-t lg:py-3">
      <div className="min-w-0 text-sm">
        <p className="truncate font-medium">{me.name}</p>
        <p className="truncate text-xs text-muted">{me.role_title ?? tWord('role', me.role)}</p>
        {me.brands.length > 0 && <p className="truncate text-xs text-warning">{t('scope.bound', { brands: me.brands.join(', ') })}</p>}
      </div>
      <div className="flex items-center gap-1 lg:mt-2 lg:-ml-2 lg:justify-between">
        <LanguageSwitch />
        <IconButton icon="signOut" label={t('sign_out')} size="s" onPress={() => void start()} />
      </div>
    </div>
  )
}
