import { useQuery } from '@tanstack/react-query'
import { lazy, useDeferredValue } from 'react'
import { useBannerSlides } from '@/features/banners/components/useBannerSlides'
import { gamesRowQuery } from '@/features/catalogue/api/games'
import { CategoryTabs } from '@/features/catalogue/components/CategoryTabs'
import { Hero } from '@/features/lobby/components/Hero'
import { SearchBar } from '@/features/lobby/components/SearchBar'
import { WinsTicker } from '@/features/lobby/components/WinsTicker'
import { chunk } from '@/lib/chunk'
import { cx } from '@/lib/cx'
import { useOverlays } from '@/ui/overlays'
import { Part } from '@/ui/Part'

const BelowTheFold = lazy(async () => ({ default: (await chunk(() => import('./BelowTheFold'))).BelowTheFold }))

/** The front page of the house. */
export function LobbyPage() {
  const games = useQuery(gamesRowQuery({})).data?.data
  const { openSearch } = useOverlays()
  // What is in sight is drawn first and alone. The space below is kept, so that a return can scroll there.
  const isWhole = useDeferredValue(true, false)
  return (
    <div className={cx('content space-y-9 pt-4 pb-6 md:space-y-12 md:pt-6', !isWhole && 'min-h-[400vh]')}>
      <Hero games={games} slides={useBannerSlides('home')} />
      <div className="-mt-4 flex flex-col gap-4 md:-mt-6 lg:flex-row-reverse lg:items-center lg:justify-between">
        <SearchBar onOpen={openSearch} />
        <div className="min-w-0 lg:overflow-hidden">
          <CategoryTabs />
        </div>
      </div>
      <WinsTicker />
      {isWhole && (
        <Part fallback={<div className="min-h-[400vh]" />}>
          <BelowTheFold games={games} />
        </Part>
      )}
    </div>
  )
}
