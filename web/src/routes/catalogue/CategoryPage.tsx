import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { useBrand } from '@/api/info/brand'
import { collectionsQuery } from '@/api/info/catalogue'
import { CategoryTabs, categoryTitle } from '@/features/catalogue/components/CategoryTabs'
import { GameList } from '@/features/catalogue/components/GameList'
import { GameRow } from '@/features/catalogue/components/GameRow'
import { t } from '@/i18n/messages'
import { usePageHead } from '@/lib/pageHead'
import { categoryPath, pageNumber } from '../addresses'

/** Shorter lists are followed by other games of the house. */
const SHORT_LIST = 6

/** All games of a category; `all` is every game of its family. */
export function CategoryPage() {
  const { slug = 'all', page: pageText } = useParams({ strict: false })
  const { pathname } = useLocation()
  const brand = useBrand()
  const collections = useSuspenseQuery(collectionsQuery).data
  const page = pageNumber(pageText ?? '1') ?? 1
  const allLive = slug === 'all' && pathname.startsWith('/live')
  const collection = collections.find((known) => known.id === slug)

  const title = allLive ? t('category.live_all') : categoryTitle(slug, collection?.title)
  usePageHead({
    title: t('title.page', { page: title, brand }),
    canonicalPath: allLive ? '/live/all' : categoryPath(slug, page),
  })
  const categories = allLive ? ['live'] : slug === 'all' ? undefined : [slug]
  return (
    <div className="content py-6 md:py-10">
      <h1 className="text-2xl font-semibold md:text-3xl">{title}</h1>
      <div className="mt-5 mb-7">
        <CategoryTabs />
      </div>
      <GameList key={`${slug}/${page}`} filter={{ categories }} firstPage={page} />
      {collection && collection.games_count < SHORT_LIST && (
        <div className="mt-12">
          <GameRow
            title={t('list.more')}
            filter={{}}
            allHref="/pokies/all"
            except={(game) => game.categories.includes(slug) || slug in game.collections}
          />
        </div>
      )}
    </div>
  )
}
