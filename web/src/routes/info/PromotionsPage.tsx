import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useBrand } from '@/api/info/brand'
import { textPagesQuery } from '@/api/info/textPages'
import { usePlayer } from '@/api/session/player'
import type { TextPage } from '@/api/types'
import { BannerList } from '@/features/banners/components/BannerList'
import { RecommendedGames } from '@/features/catalogue/components/GameList'
import { SeeAll } from '@/features/catalogue/components/GameRow'
import { ArticleCards } from '@/features/content/components/ArticleCards'
import { articlesOf } from '@/features/content/model/news'
import { PublicOfferCards } from '@/features/gifts/components/PublicOfferCards'
import { usePublicOffers } from '@/features/gifts/components/usePublicOffers'
import { GuestOffers } from '@/features/profile/components/GuestOffers'
import { tournamentsQuery } from '@/features/tournaments/api/tournaments'
import { TournamentShelf } from '@/features/tournaments/components/TournamentShelf'
import { currentLocale, t } from '@/i18n/messages'
import { LanternOut } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { ButtonLink } from '@/ui/Link'

/** So many of the newest articles are named. */
const NEWS_MAX = 3

/** What is on in the casino; also where the address of a page leads that is switched off. */
export function PromotionsPage() {
  const brand = useBrand()
  const player = usePlayer()
  const pages = useQuery(textPagesQuery(currentLocale())).data
  const promotions = (pages ?? []).filter(({ path, hidden }) => path.startsWith('/promo/') && !hidden)
  const news = articlesOf(pages ?? []).slice(0, NEWS_MAX)
  const offers = usePublicOffers().data
  const tournaments = useQuery(tournamentsQuery(currentLocale(), player?.id ?? null)).data
  const isNothingOn = offers?.length === 0 && tournaments?.length === 0 && pages !== undefined && promotions.length === 0
  return (
    <div className="content space-y-9 py-6 md:py-10">
      <header>
        <h1 className="text-2xl font-semibold md:text-3xl">{t('promotions.title')}</h1>
        <p className="mt-2 max-w-2xl text-soft">{t('promotions.lead', { brand })}</p>
      </header>
      <BannerList category="promo" empty={isNothingOn ? <NothingOn /> : null}>
        <PublicOfferCards title={t('promotions.bonuses')} />
        <TournamentShelf all={<SeeAll to="/tournaments" title={t('tournaments.title')} />} />
        {promotions.length > 0 && <Promotions pages={promotions} />}
        {news.length > 0 && (
          <section>
            <header className="mb-4 flex items-center justify-between gap-4">
              <h2 className="text-xl font-semibold">{t('news.title')}</h2>
              <SeeAll to="/news" title={t('news.title')} />
            </header>
            <ArticleCards articles={news} level={3} />
          </section>
        )}
        {player === null && <GuestOffers />}
        <RecommendedGames title={t('search.recommended')} />
      </BannerList>
    </div>
  )
}

/** The pages that say what a promotion is about. */
function Promotions({ pages }: { pages: readonly TextPage[] }) {
  return (
    <section>
      <h2 className="mb-4 text-xl font-semibold">{t('promotions.more')}</h2>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {pages.map(({ path, title, blocks }) => (
          <li key={path} className="group relative rounded-l border border-line bg-surface p-5 hover:border-line-strong">
            <h3 className="font-display text-lg font-semibold">
              <Link to={path} className="after:absolute after:inset-0 group-hover:text-accent">
                {title}
              </Link>
            </h3>
            <p className="mt-1 text-sm text-soft">{blocks.description}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NothingOn() {
  return (
    <EmptyState
      drawing={<LanternOut />}
      title={t('promotions.none')}
      text={t('promotions.none_text')}
      action={
        <ButtonLink to="/pokies/$slug" params={{ slug: 'all' }} variant="secondary">
          {t('list.empty_action')}
        </ButtonLink>
      }
    />
  )
}
