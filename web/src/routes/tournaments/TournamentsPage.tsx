import { Link } from '@tanstack/react-router'
import { TournamentList, type ListKind } from '@/features/tournaments/components/TournamentList'
import { t, type MessageKey } from '@/i18n/messages'

const TABS: readonly { kind: ListKind; to: '/tournaments' | '/tournaments/producers' | '/tournaments/archive'; label: MessageKey }[] = [
  { kind: 'all', to: '/tournaments', label: 'tournaments.tab_all' },
  { kind: 'producers', to: '/tournaments/producers', label: 'tournaments.tab_producers' },
  { kind: 'archive', to: '/tournaments/archive', label: 'tournaments.tab_archive' },
]

function ListPage({ kind }: { kind: ListKind }) {
  return (
    <div className="content py-6 md:py-10">
      <h1 className="text-2xl font-semibold md:text-3xl">{t('tournaments.title')}</h1>
      <p className="mt-2 max-w-2xl text-soft">{t('tournaments.lead')}</p>
      <nav aria-label={t('tournaments.tabs')} className="no-scrollbar my-6 flex gap-2 overflow-x-auto">
        {TABS.map((tab) => (
          <Link
            key={tab.kind}
            to={tab.to}
            activeOptions={{ exact: true }}
            aria-current={tab.kind === kind ? 'page' : undefined}
            className="pressable flex h-10 shrink-0 items-center rounded-m border border-line bg-surface px-4 text-sm font-semibold text-soft hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text pointer-coarse:h-11"
          >
            {t(tab.label)}
          </Link>
        ))}
      </nav>
      <TournamentList kind={kind} />
    </div>
  )
}

/** Every tournament that runs or is to come. */
export const TournamentsPage = () => <ListPage kind="all" />

/** Tournaments of the games of one provider. */
export const ProviderTournamentsPage = () => <ListPage kind="producers" />

/** Tournaments that have ended lately. */
export const FinishedTournamentsPage = () => <ListPage kind="archive" />

/** Everything that one can compete in. */
export function ArenaPage() {
  return (
    <div className="content py-6 md:py-10">
      <h1 className="text-2xl font-semibold md:text-3xl">{t('tournaments.arena_title')}</h1>
      <p className="mt-2 mb-8 max-w-2xl text-soft">{t('tournaments.arena_lead')}</p>
      <TournamentList kind="all" />
    </div>
  )
}
