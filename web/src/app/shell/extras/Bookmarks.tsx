import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { projectQuery } from '@/api/info/reference'
import { usePlayer } from '@/api/session/player'
import { useLootboxes } from '@/features/lootboxes/api/lootboxes'
import { openable } from '@/features/lootboxes/model/boxes'
import { currentLocale, t, type MessageKey } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { useNow } from '@/platform/useNow'
import { Icon, type IconName } from '@/ui/Icon'
import { useIsOpen } from '@/routes/openPages'
import { questsQuery } from '@/features/tournaments/api/tournaments'
import { isLedToAdventures, shownBookmarks, type Bookmark } from './shownBookmarks'
import { useIsBusy } from './useIsBusy'

/** How often it is looked whether a spin is over. */
const LOOK_MS = 60_000

const LOOKS: Record<Bookmark, { to: string; label: MessageKey; icon: IconName }> = {
  shop: { to: '/rocket-mart', label: 'bookmark.shop', icon: 'layers' },
  wheel: { to: '/rocketplay-wheel', label: 'bookmark.wheel', icon: 'table' },
  adventures: { to: '/vip-adventures', label: 'bookmark.adventures', icon: 'flame' },
  quests: { to: '/quests', label: 'bookmark.quests', icon: 'trophy' },
}

/**
 * Which bookmarks this visitor may have: a guest the shop only, the wheel with a spin, quests while one runs, the rest as their pages
 * are built and open.
 */
function useEligible(): Record<Bookmark, boolean> {
  const player = usePlayer()
  const { data: project } = useQuery(projectQuery)
  const shop = useIsOpen(LOOKS.shop.to)
  const wheel = useIsOpen(LOOKS.wheel.to)
  const spins = openable(useLootboxes(wheel).data, 'wheel', useNow(LOOK_MS))
  const adventures = useIsOpen(LOOKS.adventures.to)
  const areQuestsOpen = useIsOpen(LOOKS.quests.to)
  const quests = useQuery({ ...questsQuery(currentLocale(), player?.id ?? null), enabled: Boolean(player) && areQuestsOpen })
  return {
    shop,
    wheel: wheel && spins.length > 0,
    adventures: adventures && isLedToAdventures(player, project?.adventures_groups),
    quests: Boolean(player) && areQuestsOpen && (quests.data ?? []).some(({ status }) => status === 'active'),
  }
}

/**
 * Tabs at the right edge of the page that lead to what runs beside the games. On narrow windows they are drawings alone, lower,
 * within reach of a thumb, and away while a game or a dialog has the window.
 */
export function Bookmarks() {
  const isBusy = useIsBusy()
  const shown = shownBookmarks(useEligible())
  if (shown.length === 0) return null
  return (
    <nav
      aria-label={t('bookmark.label')}
      className={cx('fixed top-1/2 right-0 z-20 flex -translate-y-1/2 flex-col gap-2 max-lg:top-2/3', isBusy && 'max-lg:hidden')}
    >
      {shown.map((bookmark) => {
        const { to, label, icon } = LOOKS[bookmark]
        return (
          <Link
            key={bookmark}
            to={to}
            className="pressable group flex h-12 items-center gap-2.5 rounded-l-m border border-r-0 border-line bg-raised pr-3 pl-3.5 text-sm font-semibold text-text shadow-soft hover:border-line-strong hover:bg-hover max-lg:h-11 max-lg:w-11 max-lg:justify-center max-lg:gap-0 max-lg:bg-raised/85 max-lg:px-0"
          >
            <Icon name={icon} className="text-vip-text" />
            <span className="max-w-0 overflow-hidden whitespace-nowrap transition-[max-width] duration-(--motion) group-hover:max-w-40 group-focus-visible:max-w-40 max-lg:sr-only">
              {t(label)}
            </span>
          </Link>
        )
      })}
    </nav>
  )
}
