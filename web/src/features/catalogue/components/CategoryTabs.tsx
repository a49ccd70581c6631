import { Link, useLocation } from '@tanstack/react-router'
import { useFilledCollections } from '@/api/info/catalogue'
import { useMenu } from '@/api/info/menu'
import { t, tOptional } from '@/i18n/messages'
import { useCurrentInView } from '@/platform/useCurrentInView'
import { inMenuOrder } from '../model/menuOrder'

const TAB =
  'pressable flex h-10 shrink-0 items-center gap-2 rounded-full border border-line bg-surface px-4.5 text-sm font-medium text-soft hover:border-line-strong hover:text-text aria-[current=page]:border-accent/60 aria-[current=page]:bg-accent/10 aria-[current=page]:text-accent pointer-coarse:h-11'

/** A list of fewer games is not worth a way of its own: they are found in the other lists. */
const TAB_GAMES_MIN = 2

/** What a category is called: the site's text, else the name that the operator gave it. */
export function categoryTitle(slug: string, title?: string): string {
  return tOptional(`category.${slug}`, title ?? slug)
}

/** Path of the list of a category. */
export function categoryHref(slug: string): string {
  return slug === 'live' || slug === 'table' ? `/live/${slug}` : `/pokies/${slug}`
}

/** The categories that have games to choose from, in the order of the menu, as a row of links that scrolls sideways. */
export function CategoryTabs() {
  const { pathname } = useLocation()
  const collections = inMenuOrder(useFilledCollections(), useMenu()).filter(
    ({ id, games_count }) => games_count >= TAB_GAMES_MIN || categoryHref(id) === pathname,
  )
  const row = useCurrentInView<HTMLElement>(pathname)
  return (
    <nav ref={row} aria-label={t('list.categories')} className="no-scrollbar -mx-(--gutter) flex gap-2 overflow-x-auto px-(--gutter) py-1">
      <Link to="/pokies/$slug" params={{ slug: 'all' }} className={TAB}>
        {t('list.all')}
      </Link>
      {collections.map((collection) => (
        <Link key={collection.id} to={categoryHref(collection.id)} className={TAB}>
          {categoryTitle(collection.id, collection.title)}
          <span className="tabular text-xs text-muted">{collection.games_count}</span>
        </Link>
      ))}
    </nav>
  )
}
