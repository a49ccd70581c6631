import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { lazy } from 'react'
import { useBrand } from '@/api/info/brand'
import { usePlayer } from '@/api/session/player'
import { t } from '@/i18n/messages'
import { withTexts } from '@/i18n/withTexts'
import { importWithRetry } from '@/platform/importWithRetry'
import { cx } from '@/platform/cx'
import { usePageHead } from '@/platform/pageHead'
import { ModalHost } from '@/routes/ModalHost'
import { LazyWhenIdle } from '@/ui/LazyWhenIdle'
import { AsyncBoundary } from '@/ui/AsyncBoundary'
import { Toasts } from '@/ui/toast'
import { BottomBar } from './BottomBar'
import { GlobalLoader } from './GlobalLoader'
import { Header } from './Header'
import { OfflineBanner } from './OfflineBanner'
import { Rail } from './Rail'
import { Reauth } from './Reauth'
import { ShellOverlays } from './ShellOverlays'
import { useHashes } from './useHashes'

const UnconfirmedNotice = lazy(async () => ({
  default: (await importWithRetry(withTexts(['auth', 'errors'], () => import('@/features/auth/components/UnconfirmedNotice')))).UnconfirmedNotice,
}))
const WealthNotice = lazy(async () => ({
  default: (await importWithRetry(withTexts(['verification'], () => import('@/features/verification/components/WealthNotice')))).WealthNotice,
}))
const IncompleteNotice = lazy(async () => ({
  default: (await importWithRetry(withTexts(['profile'], () => import('@/features/auth/components/IncompleteNotice')))).IncompleteNotice,
}))
const loadRealtime = async () => (await import('../realtime/SiteRealtime')).SiteRealtime
const loadChat = withTexts(['chat', 'content', 'errors'], async () => (await import('./SiteChat')).SiteChat)
const loadExtras = withTexts(['visit'], async () => (await import('./extras/Extras')).Extras)
const loadFooter = withTexts(['catalogue', 'visit'], async () => (await import('./footer/Footer')).Footer)

/** Cards, bookmarks and prompts come no sooner than this. */
const EXTRAS_AFTER_MS = 3_000

/** The frame of every page: navigation, the page itself, the footer, and what lies over them. */
export function Shell() {
  const inGame = useMatches({
    select: (matches) => matches.some((match) => match.staticData.frame === 'game' && 'mode' in match.search),
  })
  return (
    <ShellOverlays>
      <Address />
      <a href="#main" className="fixed top-2 left-2 z-60 -translate-y-20 rounded-m bg-accent px-4 py-3 font-semibold text-on-accent focus:translate-y-0">
        {t('shell.skip')}
      </a>
      <GlobalLoader />
      <Header isInGame={inGame} />
      <Rail />
      <div className="flex min-h-dvh flex-col pl-(--rail-width) transition-[padding] duration-(--motion)">
        <OfflineBanner />
        <main
          id="main"
          tabIndex={-1}
          // As high as the screen at least: what loads into it moves nothing in sight.
          className={cx('min-h-dvh flex-1 outline-none', inGame ? 'stage-page:pt-(--header-height)' : 'pt-(--header-height) pb-10')}
        >
          {!inGame && <Unconfirmed />}
          {!inGame && <WealthAsked />}
          {!inGame && <Incomplete />}
          <Outlet />
        </main>
        <div className={cx('pb-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom))]', inGame && 'stage-full:hidden')}>
          <LazyWhenIdle load={loadFooter} fallback={<div className="min-h-[480px] border-t border-line bg-surface" />} />
        </div>
      </div>
      {!inGame && <BottomBar />}
      <ModalHost />
      <Reauth />
      <Toasts />
      <LazyWhenIdle load={loadRealtime} />
      <LazyWhenIdle load={loadChat} />
      <LazyWhenIdle load={loadExtras} ms={EXTRAS_AFTER_MS} />
    </ShellOverlays>
  )
}

/** Keeps the place of the notice from the first frame on, so that the page beneath does not move when it comes. */
function Unconfirmed() {
  const player = usePlayer()
  if (player?.confirmed_at !== null) return null
  return (
    <div className="min-h-[76px]">
      <AsyncBoundary>
        <UnconfirmedNotice email={player.email} />
      </AsyncBoundary>
    </div>
  )
}

/** Keeps the place of the notice likewise. */
function WealthAsked() {
  const dueAt = usePlayer()?.sow_questionnaire_expires_at
  if (!dueAt) return null
  return (
    <div className="min-h-[76px]">
      <AsyncBoundary>
        <WealthNotice dueAt={dueAt} />
      </AsyncBoundary>
    </div>
  )
}

/** Keeps the place of the notice likewise. */
function Incomplete() {
  const player = usePlayer()
  if (!player?.autoregistered || player.auth_fields_missed.length === 0) return null
  return (
    <div className="min-h-[76px]">
      <AsyncBoundary>
        <IncompleteNotice />
      </AsyncBoundary>
    </div>
  )
}

/** What follows the address without being drawn: apart, so that a change of page draws no more than the page. */
function Address() {
  useStaticTitle()
  useHashes()
  return null
}

function useStaticTitle(): void {
  const brand = useBrand()
  const title = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title })
  const isLobby = title === 'title.lobby_page'
  const text = title && (isLobby ? t('title.lobby', { brand }) : t('title.page', { page: t(title), brand }))
  const { pathname } = useLocation()
  usePageHead({ title: text, canonicalPath: title && pathname })
}
