import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useBrand } from '@/api/info/brand'
import { collectionsQuery } from '@/api/info/catalogue'
import { BannerCarousel } from '@/features/banners/components/BannerCarousel'
import { useHasCashback } from '@/features/catalogue/api/cashbackPage'
import { CategoryTabs, categoryTitle } from '@/features/catalogue/components/CategoryTabs'
import { GameList, NoGames } from '@/features/catalogue/components/GameList'
import { GameRow } from '@/features/catalogue/components/GameRow'
import { ProviderFilter } from '@/features/catalogue/components/ProviderFilter'
import { providersOf } from '@/features/catalogue/model/providers'
import { FoldedText } from '@/features/content/components/FoldedText'
import { t } from '@/i18n/messages'
import { usePageHead } from '@/platform/pageHead'
import { categoriesShown, categoryPath, pageNumber } from '../addresses'

/** Shorter lists are followed by other built-in games. */
const SHORT_LIST = 6

/** All games of a category; `all` is every game of its family. */
export function CategoryPage() {
  const { slug = 'all', page: pageText } = useParams({ strict: false })
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { providers }: Record<string, unknown> = useSearch({ strict: false })
  const chosen = providersOf(providers)
  const brand = useBrand()
  const collections = useQuery(collectionsQuery).data ?? []
  const page = pageNumber(pageText ?? '1') ?? 1
  const allLive = slug === 'all' && pathname.startsWith('/live')
  const collection = collections.find((known) => known.id === slug)
  const path = allLive ? (at = 1) => (at > 1 ? `/live/all/${at}` : '/live/all') : (at = 1) => categoryPath(slug, at)

  const title = allLive ? t('category.live_all') : categoryTitle(slug, collection?.title)
  usePageHead({ title: t('title.page', { page: title, brand }), canonicalPath: path(page) })
  const isLive = path().startsWith('/live')
  const hasCashback = useHasCashback(isLive)
  const cards = useMemo(() => ({ category: slug, isLive, hasCashback }), [slug, isLive, hasCashback])
  const categories = categoriesShown(slug, pathname)
  const choose = (providers: string[]) =>
    void navigate({ to: path() as '/', search: { providers: providers.join() || undefined } as object, replace: true, resetScroll: false })
  return (
    <div className="content py-6 md:py-10">
      <h1 className="text-2xl font-semibold md:text-3xl">{title}</h1>
      <div className="mt-5 mb-7 space-y-3">
        <CategoryTabs />
        <ProviderFilter chosen={chosen} onChange={choose} />
      </div>
      <GameList
        key={`${slug}/${page}`}
        filter={{ categories, ...(chosen.length > 0 && { providers: chosen }) }}
        firstPage={page}
        cards={cards}
        pathOf={path}
        empty={
          chosen.length > 0 ? undefined : allLive ? (
            <NoGames title={t('list.no_live_title')} text={t('list.no_live_text')} />
          ) : (
            <NoGames title={t('list.category_empty_title', { category: title })} text={t('list.category_empty_text')} />
          )
        }
      />
      {collection && collection.games_count < SHORT_LIST && (
        <div className="mt-12">
          <GameRow title={t('list.more')} filter={{}} allHref="/pokies/all" except={(game) => game.categories.includes(slug) || slug in game.collections} />
        </div>
      )}
      <div className="mt-12 empty:hidden">
        <BannerCarousel category={allLive ? 'live' : slug} />
      </div>
      <div className="mt-12 empty:hidden">
        <FoldedText place={`category-${allLive ? 'live' : slug}`} />
      </div>
    </div>
  )
}
