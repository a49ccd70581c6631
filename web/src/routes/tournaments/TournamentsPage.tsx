import { BannerRow } from '@/features/banners/components/BannerRow'
import { TournamentList, type ListKind } from '@/features/tournaments/components/TournamentList'
import { t } from '@/i18n/messages'
import { ListTabs } from './ListTabs'

function ListPage({ kind }: { kind: ListKind }) {
  return (
    <div className="content py-6 md:py-10">
      <h1 className="text-2xl font-semibold md:text-3xl">{t('tournaments.title')}</h1>
      <p className="mt-2 max-w-2xl text-soft">{t('tournaments.lead')}</p>
      <ListTabs current={kind} />
      <TournamentList kind={kind} />
      <div className="mt-12 empty:hidden">
        <BannerRow category="tournament" />
      </div>
    </div>
  )
}

/** Every tournament that runs or is to come. */
export const TournamentsPage = () => <ListPage kind="all" />

/** Tournaments of the games of one provider. */
export const ProviderTournamentsPage = () => <ListPage kind="producers" />

/** Tournaments that have ended lately. */
export const FinishedTournamentsPage = () => <ListPage kind="archive" />
