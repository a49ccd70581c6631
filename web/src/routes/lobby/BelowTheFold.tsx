import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { providersQuery, useFilledCollections } from '@/api/info/catalogue'
import { useMenu } from '@/api/info/menu'
import { useHasNeverDeposited } from '@/api/session/stats'
import type { Provider } from '@/api/types'
import { gamesRowQuery } from '@/features/catalogue/api/games'
import { categoryHref, categoryTitle } from '@/features/catalogue/components/CategoryTabs'
import { GameRow, PlayedRow, SeeAll } from '@/features/catalogue/components/GameRow'
import { MathsTable } from '@/features/catalogue/components/MathsTable'
import { ProviderCard, ProviderChip } from '@/features/catalogue/components/ProviderCard'
import { FeatureCard, Showcase } from '@/features/catalogue/components/Showcase'
import { inMenuOrder } from '@/features/catalogue/model/menuOrder'
import { FoldedText } from '@/features/content/components/FoldedText'
import { PublicOfferCards } from '@/features/gifts/components/PublicOfferCards'
import { ClosingCall } from '@/features/lobby/components/ClosingCall'
import { FairnessSteps } from '@/features/lobby/components/FairnessSteps'
import { PayoutSteps } from '@/features/lobby/components/PayoutSteps'
import { WinsTicker } from '@/features/lobby/components/WinsTicker'
import { JackpotShelf } from '@/features/jackpots/components/JackpotShelf'
import { TournamentShelf } from '@/features/tournaments/components/TournamentShelf'
import { t } from '@/i18n/messages'
import { useSteps } from '@/platform/useSteps'

/** A category fills a row of its own from this many games on; smaller ones are in the tabs. */
const ROW_GAMES_MIN = 5

/** So few studios are shown with their games. */
const FANS_MAX = 6
const PROVIDERS_MAX = 16
const CHIPS =
  'no-scrollbar -mx-(--gutter) grid auto-cols-[72%] grid-flow-col grid-rows-2 gap-3 overflow-x-auto overscroll-x-contain scroll-px-(--gutter) snap-x px-(--gutter) sm:auto-cols-[44%] md:gap-4 lg:auto-cols-[23%]'

/** What the lobby shows below the first window; it comes once that is drawn. */
export function BelowTheFold() {
  const games = useQuery(gamesRowQuery({})).data?.data
  const providers = useQuery(providersQuery).data ?? []
  const rows = inMenuOrder(useFilledCollections(), useMenu()).filter((collection) => collection.games_count >= ROW_GAMES_MIN)
  const table = games?.find((game) => game.categories.includes('table'))
  const isNew = useHasNeverDeposited()
  const shelves = [
    isNew && <PublicOfferCards key="offers" title={t('lobby.first_offers')} />,
    <Showcase key="showcase" title={t('lobby.showcase')} games={games} />,
    <PlayedRow key="played" title={t('lobby.played')} />,
    ...rows.map(({ id, title }) => (
      <GameRow key={`category ${id}`} title={categoryTitle(id, title)} filter={{ categories: [id] }} allHref={categoryHref(id)} />
    )),
    <TournamentShelf key="tournaments" all={<SeeAll to="/arena" title={t('tournaments.arena_title')} />} />,
    <JackpotShelf key="jackpots" />,
    <WinsTicker key="wins" />,
    <MathsTable key="maths" games={games ?? []} />,
    table && <FeatureCard key="table" game={table} tag={t('lobby.table')} />,
    <FairnessSteps key="fairness" />,
    <PayoutSteps key="payouts" />,
    providers.length > 1 && <Providers key="providers" providers={providers} />,
    <FoldedText key="text" place="lobby" />,
    <ClosingCall key="closing" />,
  ].filter((shelf) => shelf !== undefined && shelf !== false)
  const drawn = useSteps(shelves.length)
  return shelves.map((shelf, place) => <Shelf key={shelf.key}>{place < drawn ? shelf : <div className="h-[400px]" />}</Shelf>)
}

/** A part of the page that the browser lays out and paints only near the window. */
function Shelf({ children }: { children: ReactNode }) {
  return <div className="-mx-(--gutter) px-(--gutter) empty:hidden [contain-intrinsic-size:auto_400px] [content-visibility:auto]">{children}</div>
}

/** The largest studios: a few as fans of their games, many as a row that scrolls sideways. */
function Providers({ providers }: { providers: Provider[] }) {
  const largest = providers.toSorted((a, b) => b.games_count - a.games_count).slice(0, PROVIDERS_MAX)
  const isMany = providers.length > FANS_MAX
  return (
    <section>
      <header className="mb-4 flex items-center justify-between gap-4">
        <h2 className="text-xl font-semibold">{t('producers.title')}</h2>
        {isMany && <SeeAll to="/producers" title={t('producers.title')} />}
      </header>
      <ul className={isMany ? CHIPS : 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'}>
        {largest.map((provider) => (
          <li key={provider.id} className="snap-start">
            {isMany ? <ProviderChip provider={provider} /> : <ProviderCard provider={provider} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
