import { Link } from '@tanstack/react-router'
import type { ListKind } from '@/features/tournaments/components/TournamentList'
import { t, type MessageKey } from '@/i18n/messages'

type Tab = ListKind | 'arena' | 'lotteries' | 'actions' | 'leaderboard' | 'achievements'

const TABS: readonly { tab: Tab; to: string; label: MessageKey }[] = [
  { tab: 'arena', to: '/arena', label: 'tournaments.arena_title' },
  { tab: 'all', to: '/tournaments', label: 'tournaments.tab_all' },
  { tab: 'producers', to: '/tournaments/producers', label: 'tournaments.tab_producers' },
  { tab: 'lotteries', to: '/tournaments/lotteries', label: 'lottery.title' },
  { tab: 'actions', to: '/tournaments/actions', label: 'tournaments.tab_actions' },
  { tab: 'leaderboard', to: '/leaderboard', label: 'leaderboard.title' },
  { tab: 'achievements', to: '/tournaments/achievements', label: 'tournaments.tab_achievements' },
  { tab: 'archive', to: '/tournaments/archive', label: 'tournaments.tab_archive' },
]

/** The lists of what one can compete in. */
export function ListTabs({ current }: { current: Tab }) {
  return (
    <nav aria-label={t('tournaments.tabs')} className="no-scrollbar my-6 flex gap-2 overflow-x-auto">
      {TABS.map(({ tab, to, label }) => (
        <Link
          key={tab}
          to={to}
          activeOptions={{ exact: true }}
          aria-current={tab === current ? 'page' : undefined}
          className="pressable flex h-10 shrink-0 items-center rounded-m border border-line bg-surface px-4 text-sm font-semibold text-soft hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text pointer-coarse:h-11"
        >
          {t(label)}
        </Link>
      ))}
    </nav>
  )
}
