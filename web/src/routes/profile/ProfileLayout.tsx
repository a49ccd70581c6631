import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { usePlayer } from '@/api/session/player'
import { signOut } from '@/api/session/signOut'
import { errorText } from '@/i18n/errorText'
import { currentLocale, t, type MessageKey } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { groupsOf, vipLevelOf } from '@/domain/player/groups'
import { useCurrentInView } from '@/platform/useCurrentInView'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Icon, type IconName } from '@/ui/Icon'
import { showToast } from '@/ui/toast'
import { VipBadge } from '@/ui/VipBadge'

/** Where the questions about the source of wealth are answered. */
const WEALTH = '/profile/wealth'

const PLACES: { to: string; label: MessageKey; icon: IconName; exact?: boolean }[] = [
  { to: '/profile', label: 'profile.data', icon: 'user', exact: true },
  { to: '/profile/gifts', label: 'gifts.title', icon: 'gift' },
  { to: '/profile/promocode', label: 'promocode.title', icon: 'ticket' },
  { to: '/profile/wallets', label: 'profile.wallets', icon: 'wallet' },
  { to: '/profile/payments', label: 'profile.payments', icon: 'card' },
  { to: '/profile/games-history', label: 'profile.history', icon: 'history' },
  { to: '/profile/level', label: 'level.title', icon: 'crown' },
  { to: '/profile/security', label: 'security.title', icon: 'shield' },
  { to: '/profile/verification', label: 'verification.title', icon: 'idCard' },
  { to: WEALTH, label: 'wealth.title', icon: 'file' },
  { to: '/profile/limits', label: 'limits.title', icon: 'clock' },
  { to: '/profile/fairness', label: 'fairness.title', icon: 'scales' },
  { to: '/profile/privacy', label: 'privacy.title', icon: 'lock' },
]

/** The frame of the player's own pages: who it is, where to go, the way out. */
export function ProfileLayout() {
  const player = usePlayer()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  // Only whom we ask needs the way to the questions.
  const shown = PLACES.filter(({ to }) => to !== WEALTH || player?.sow_questionnaire_expires_at || pathname === WEALTH)
  const places = useCurrentInView<HTMLElement>(pathname)
  if (!player) return null
  const name = player.nickname ?? player.first_name ?? player.email
  const leave = () => {
    signOut(client).then(
      () => void navigate({ to: '/' }),
      (error: unknown) => showToast('reject', errorText(error)),
    )
  }
  return (
    <div className="content py-6 md:py-10">
      <header className="mb-6 flex items-center gap-4 md:mb-8">
        <span
          aria-hidden="true"
          className="grid size-14 shrink-0 place-items-center rounded-full border border-line bg-[linear-gradient(135deg,var(--hover),var(--line))] font-display text-xl font-semibold uppercase"
        >
          {name.slice(0, 1)}
        </span>
        <div data-varies className="min-w-0 flex-1">
          <div className="flex items-center gap-2.5">
            <h1 className={cx('min-w-0 font-semibold', name === player.email ? 'text-base wrap-anywhere' : 'truncate text-2xl')}>{name}</h1>
            {vipLevelOf(groupsOf(player)) ? <VipBadge player={player} /> : <Badge className="shrink-0">{t('vip_club.regular')}</Badge>}
          </div>
          {name !== player.email && <p className="text-xs text-soft wrap-anywhere">{player.email}</p>}
          {player.verified && (
            <Badge tone="success" className="my-1">
              <Icon name="check" size={14} />
              {t('verification.verified')}
            </Badge>
          )}
          <p className="truncate text-sm text-muted">
            {t('profile.since', { date: new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'long' }).format(new Date(player.created_at)) })}
          </p>
        </div>
        <Button variant="ghost" icon="signOut" onPress={leave} className="max-md:hidden">
          {t('shell.sign_out')}
        </Button>
      </header>
      <div className="grid gap-6 lg:grid-cols-[220px_minmax(0,1fr)] lg:gap-10">
        <nav
          ref={places}
          aria-label={t('shell.nav_account')}
          className="no-scrollbar -mx-(--gutter) flex gap-2 overflow-x-auto px-(--gutter) py-1 lg:sticky lg:top-[calc(var(--header-height)+24px)] lg:mx-0 lg:flex-col lg:gap-1 lg:self-start lg:px-0"
        >
          {shown.map((place) => (
            <Link
              key={place.to}
              to={place.to}
              activeOptions={{ exact: place.exact, includeSearch: false }}
              className="pressable flex h-11 shrink-0 items-center gap-3 rounded-m border border-line px-4 text-sm font-medium whitespace-nowrap text-soft hover:text-text aria-[current=page]:border-transparent aria-[current=page]:bg-hover aria-[current=page]:text-text lg:border-transparent"
            >
              <Icon name={place.icon} size={18} />
              {t(place.label)}
            </Link>
          ))}
        </nav>
        {/* All of the player's pages are as wide as each other. */}
        <div className="max-w-4xl min-w-0">
          <Outlet />
          <Button variant="secondary" icon="signOut" wide onPress={leave} className="mt-8 md:hidden">
            {t('shell.sign_out')}
          </Button>
        </div>
      </div>
    </div>
  )
}
