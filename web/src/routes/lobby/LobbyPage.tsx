import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, type ReactNode } from 'react'
import { providersQuery, useFilledCollections } from '@/api/info/catalogue'
import type { Game, Provider } from '@/api/types'
import { gamesRowQuery } from '@/features/catalogue/api/games'
import { CategoryTabs, categoryHref, categoryTitle } from '@/features/catalogue/components/CategoryTabs'
import { GameRow } from '@/features/catalogue/components/GameRow'
import { MathsTable } from '@/features/catalogue/components/MathsTable'
import { ProviderCard } from '@/features/catalogue/components/ProviderCard'
import { FeatureCard, Showcase } from '@/features/catalogue/components/Showcase'
import { ClosingCall } from '@/features/lobby/components/ClosingCall'
import { FairnessSteps } from '@/features/lobby/components/FairnessSteps'
import { Hero } from '@/features/lobby/components/Hero'
import { PayoutSteps } from '@/features/lobby/components/PayoutSteps'
import { SearchBar } from '@/features/lobby/components/SearchBar'
import { WinsTicker } from '@/features/lobby/components/WinsTicker'
import { t } from '@/i18n/messages'
import { cx } from '@/lib/cx'
import { useOverlays } from '@/ui/overlays'

/** A category fills a row of its own from this many games on; smaller ones are in the tabs. */
const ROW_GAMES_MIN = 5

/** The front page of the house. */
export function LobbyPage() {
  const games = useQuery(gamesRowQuery({})).data?.data
  const { openSearch } = useOverlays()
  // What is in sight is drawn first and alone. The space below is kept, so that a return can scroll there.
  const isWhole = useDeferredValue(true, false)
  return (
    <div className={cx('content space-y-9 pt-4 pb-6 md:space-y-12 md:pt-6', !isWhole && 'min-h-[400vh]')}>
      <Hero games={games} />
      <div className="-mt-4 flex flex-col gap-4 md:-mt-6 lg:flex-row-reverse lg:items-center lg:justify-between">
        <SearchBar onOpen={openSearch} />
        <div className="min-w-0">
          <CategoryTabs />
        </div>
      </div>
      <WinsTicker />
      {isWhole && <BelowTheFold games={games} />}
    </div>
  )
}

function BelowTheFold({ games }: { games: Game[] | undefined }) {
  const providers = useQuery(providersQuery).data ?? []
  const rows = useFilledCollections().filter((collection) => collection.games_count >= ROW_GAMES_MIN)
  const table = games?.find((game) => game.categories.includes('table'))
  return (
    <>
      <Shelf>
        <Showcase title={t('lobby.showcase')} games={games} />
      </Shelf>
      {rows.map((collection) => (
        <Shelf key={collection.id}>
          <GameRow title={categoryTitle(collection.id, collection.title)} filter={{ categories: [collection.id] }} allHref={categoryHref(collection.id)} />
        </Shelf>
      ))}
      <Shelf>
        <MathsTable games={games ?? []} />
      </Shelf>
      {table && (
        <Shelf>
          <FeatureCard game={table} tag={t('lobby.table')} />
        </Shelf>
      )}
      <Shelf>
        <FairnessSteps />
      </Shelf>
      <Shelf>
        <PayoutSteps />
      </Shelf>
      {providers.length > 1 && (
        <Shelf>
          <Providers providers={providers} />
        </Shelf>
      )}
      <Shelf>
        <ClosingCall />
      </Shelf>
    </>
  )
}

/** A part of the page that the browser lays out and paints only near the window. */
function Shelf({ children }: { children: ReactNode }) {
  return <div className="-mx-(--gutter) px-(--gutter) empty:hidden [contain-intrinsic-size:auto_400px] [content-visibility:auto]">{children}</div>
}

function Providers({ providers }: { providers: Provider[] }) {
  return (
    <section>
      <h2 className="mb-4 text-xl font-semibold">{t('producers.title')}</h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {providers.map((provider) => (
          <li key={provider.id}>
            <ProviderCard provider={provider} />
          </li>
        ))}
      </ul>
    </section>
  )
}
