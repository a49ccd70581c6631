import { Link } from '@tanstack/react-router'
import { lazy } from 'react'
import { useBrand, useLogo } from '@/api/info/brand'
import { usePlayer } from '@/api/session/player'
import { t } from '@/i18n/messages'
import { withTexts } from '@/i18n/withTexts'
import { importWithRetry } from '@/platform/importWithRetry'
import { cx } from '@/platform/cx'
import { useRouteExists } from '@/platform/useRouteExists'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import { ButtonLink } from '@/ui/Link'
import { Logo } from '@/ui/Logo'
import { Skeleton } from '@/ui/Skeleton'
import { useOverlays } from '@/ui/overlays'
import { useNavItems, useTextItems } from './navigation'
import { NavLink } from './NavLink'
import { AsyncBoundary } from '@/ui/AsyncBoundary'

const PlayerTools = lazy(async () => ({
  default: (await importWithRetry(withTexts(['cashbox', 'errors', 'gifts', 'loyalty', 'notifications'], () => import('./PlayerTools')))).PlayerTools,
}))

const TOP_ITEMS_MAX = 5
/** So many leave room for a player's tools beside them. */
const PLAYER_ITEMS_MAX = 3
const TOP_LINK =
  'pressable h-10 items-center rounded-m px-3.5 text-sm font-medium whitespace-nowrap text-soft hover:bg-hover hover:text-text aria-[current=page]:bg-hover aria-[current]:text-text'

/** Logo, top navigation, search, and what the visitor can do with an account. */
export function Header({ isInGame }: { isInGame: boolean }) {
  const brand = useBrand()
  const { openSearch, openLanguages, openMenu } = useOverlays()
  const items = useNavItems()
  const texts = useTextItems('top-menu')
  const isPlayer = Boolean(usePlayer())
  return (
    <header
      className={cx('fixed inset-x-0 top-0 z-30 h-(--header-height) border-b border-line/60 bg-page/85 backdrop-blur-lg', isInGame && 'stage-full:hidden')}
    >
      <div className="flex h-full items-center gap-2 px-4 md:gap-4 md:px-6 xl:pl-5">
        {/* Between the bottom bar of small screens and the rail of wide ones the menu opens from here. */}
        <IconButton icon="menu" label={t('shell.menu')} onPress={openMenu} className="-ml-2.5 max-lg:hidden xl:hidden" />
        <Link to="/" aria-label={t('shell.home', { brand })} className="-m-1 shrink-0 rounded-m p-1">
          <Logo brand={brand} logo={useLogo()} shrinks />
        </Link>
        <nav aria-label={t('shell.nav_main')} className={cx('ml-4 hidden items-center gap-1', isPlayer ? 'xl:flex' : 'lg:flex')}>
          {items.slice(1, 1 + TOP_ITEMS_MAX).map((item, place) => (
            <NavLink key={item.id} to={item.to} className={cx(TOP_LINK, isPlayer && place >= PLAYER_ITEMS_MAX ? 'hidden min-[1536px]:flex' : 'flex')}>
              {item.label}
            </NavLink>
          ))}
          {texts.map((item) => (
            <NavLink key={item.id} to={item.to} className={cx(TOP_LINK, 'hidden min-[1600px]:flex')}>
              {item.label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2 max-[400px]:gap-1">
          <button
            type="button"
            onClick={openSearch}
            className="pressable hidden h-11 w-56 items-center gap-2.5 rounded-m border border-line bg-surface px-3.5 text-sm text-muted hover:border-line-strong hover:text-soft xl:flex"
          >
            <Icon name="search" size={18} />
            {t('shell.search')}
          </button>
          <IconButton icon="search" label={t('shell.search')} onPress={openSearch} className="xl:hidden" />
          <SupportLink isPlayer={isPlayer} />
          <IconButton icon="globe" label={t('shell.language')} onPress={openLanguages} className="max-md:hidden" />
          <AccountArea />
        </div>
      </div>
    </header>
  )
}

/** Where there is no room for it, the menu has it. */
function SupportLink({ isPlayer }: { isPlayer: boolean }) {
  if (!useRouteExists('/support')) return null
  return (
    <Link
      to={'/support'}
      aria-label={t('shell.support')}
      className={cx(
        'pressable grid size-11 shrink-0 place-items-center rounded-m text-soft hover:bg-hover hover:text-text',
        isPlayer ? 'max-lg:hidden' : 'max-md:hidden',
      )}
    >
      <Icon name="support" size={22} />
    </Link>
  )
}

function AccountArea() {
  const player = usePlayer()
  if (player) {
    return (
      <AsyncBoundary fallback={<Skeleton className="h-11 w-44" />}>
        <PlayerTools player={player} />
      </AsyncBoundary>
    )
  }
  // Before it is known who is here, the guest's links keep their place unseen: nothing moves when they show.
  return (
    <span className={cx('flex items-center gap-2', player === undefined && 'invisible')}>
      <ButtonLink to="/sign-in" variant="ghost" className="max-sm:px-3">
        {t('shell.sign_in')}
      </ButtonLink>
      <ButtonLink to="/sign-up" className="max-sm:px-4">
        {t('shell.sign_up')}
      </ButtonLink>
    </span>
  )
}
