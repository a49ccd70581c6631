import { Link } from '@tanstack/react-router'
import { useFilledCollections } from '@/api/info/catalogue'
import { usePlayer } from '@/api/session/player'
import { t, type MessageKey } from '@/i18n/messages'
import { Icon, type IconName } from '@/ui/Icon'
import { useOverlays } from '@/ui/overlays'
import { NavLink } from './NavLink'

const CELL = 'pressable flex flex-1 flex-col items-center justify-center gap-1 text-xs font-medium text-muted aria-[current]:text-accent'

/** The navigation under the thumb: deposit (for guests signing up), games, slots, live when there is any, menu. */
export function BottomBar() {
  const hasLive = useFilledCollections().some((collection) => collection.id === 'live')
  const { openMenu } = useOverlays()
  const isGuest = usePlayer() === null
  return (
    <nav
      aria-label={t('shell.nav_quick')}
      className="fixed inset-x-0 bottom-0 z-30 flex h-[calc(64px+env(safe-area-inset-bottom))] border-t border-line/60 bg-surface px-1 pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <First isGuest={isGuest} />
      <Cell to="/" label="nav.games" icon="grid" />
      <Cell to="/pokies/all" label="nav.pokies" icon="pokies" />
      {hasLive && <Cell to="/live/all" label="nav.live" icon="live" />}
      <button type="button" onClick={openMenu} className={CELL}>
        <span className="grid size-7 place-items-center">
          <Icon name="menu" size={24} />
        </span>
        {t('shell.menu')}
      </button>
    </nav>
  )
}

function First({ isGuest }: { isGuest: boolean }) {
  return (
    <Link to={isGuest ? '/sign-up' : '/deposit'} className={CELL}>
      <span className="grid size-7 place-items-center rounded-s bg-accent text-on-accent">
        <Icon name={isGuest ? 'user' : 'plus'} size={18} />
      </span>
      {t(isGuest ? 'shell.sign_up' : 'shell.deposit')}
    </Link>
  )
}

function Cell({ to, label, icon }: { to: string; label: MessageKey; icon: IconName }) {
  return (
    <NavLink to={to} className={CELL}>
      <span className="grid size-7 place-items-center">
        <Icon name={icon} size={24} />
      </span>
      {t(label)}
    </NavLink>
  )
}
