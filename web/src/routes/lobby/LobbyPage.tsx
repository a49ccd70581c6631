import { useQuery } from '@tanstack/react-query'
import { useBannerSlides } from '@/features/banners/components/useBannerSlides'
import { gamesRowQuery } from '@/features/catalogue/api/games'
import { CategoryTabs } from '@/features/catalogue/components/CategoryTabs'
import { ShowcaseSkeleton } from '@/features/catalogue/components/ShowcaseSkeleton'
import { Hero } from '@/features/lobby/components/Hero'
import { SearchBar } from '@/features/lobby/components/SearchBar'
import { t } from '@/i18n/messages'
import { withTexts } from '@/i18n/withTexts'
import { keptPromoCode, PROMO_CODES } from '@/domain/promoCodes'
import { LazyWhenIdle } from '@/ui/LazyWhenIdle'
import { useOverlays } from '@/ui/overlays'

const loadBelowTheFold = withTexts(
  ['catalogue', 'content', 'gifts', 'jackpots', 'lobby', 'play', 'tournaments'],
  async () => (await import('./BelowTheFold')).BelowTheFold,
)

const Nothing = () => null
/** Few addresses carry a code: what handles one comes only then. */
const loadPromoLanding = async () =>
  PROMO_CODES.some((name) => keptPromoCode(name) !== null) ? (await import('@/features/gifts/components/PromoLanding')).PromoLanding : Nothing

/** The first shelf below, whose top is in the first window, and room for the others. */
function BelowSkeleton() {
  return (
    <>
      <ShowcaseSkeleton title={t('lobby.showcase')} />
      <div className="min-h-[400vh]" />
    </>
  )
}

/** The front page of the operator. */
export function LobbyPage() {
  const games = useQuery(gamesRowQuery({})).data?.data
  const { openSearch } = useOverlays()
  return (
    <div className="content space-y-9 pt-4 pb-6 md:space-y-12 md:pt-6">
      <Hero games={games} slides={useBannerSlides('home')} />
      <div className="-mt-4 flex flex-col gap-4 md:-mt-6 lg:flex-row lg:items-center lg:justify-between">
        {/* On wide windows the header has it. */}
        <div className="lg:order-last xl:hidden">
          <SearchBar onOpen={openSearch} />
        </div>
        <div className="min-w-0 lg:overflow-hidden">
          <CategoryTabs />
        </div>
      </div>
      {/* What is in sight is drawn first and alone. The space below is kept, so that a return can scroll there. */}
      <LazyWhenIdle load={loadBelowTheFold} fallback={<BelowSkeleton />} />
      <LazyWhenIdle load={loadPromoLanding} />
    </div>
  )
}
