import { useQuery } from '@tanstack/react-query'
import { useHasSports } from '@/api/info/betting'
import { useFilledCollections } from '@/api/info/catalogue'
import { useMenu } from '@/api/info/menu'
import { textPagesQuery } from '@/api/info/textPages'
import { usePlayer } from '@/api/session/player'
import type { TextPage } from '@/api/types'
import { categoryOf } from '@/features/catalogue/model/menuOrder'
import { currentLocale, t, tOptional } from '@/i18n/messages'
import { useIsOpen } from '@/routes/openPages'
import { hrefOf } from '@/routes/pageLinks'
import { isIconName, type IconName } from '@/ui/Icon'

export interface NavItem {
  id: string
  label: string
  icon: IconName
  /** A path of the site, or an address elsewhere. */
  to: string
}

/** Addresses that light an item besides its own and those below it. */
const LIT_BY: Record<string, readonly string[]> = {
  '/': ['/categories', '/games'],
  '/pokies/all': ['/pokies'],
  '/pokies/slots': ['/pokies'],
  '/live/all': ['/live'],
  '/tournaments': ['/arena', '/promo', '/tournaments', '/quests', '/leaderboard'],
}

/** These begin like an address above and belong to nobody there. */
const LIT_BY_NOBODY = ['/promotions']

/**
 * How the item that leads to `to` stands to the page at `pathname` (without the language): `page` when it is that
 * page, `true` when the page is one of its family, undefined otherwise. Ready for `aria-current`.
 */
export function currentOf(to: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  if (LIT_BY_NOBODY.some((prefix) => pathname.startsWith(prefix))) return undefined
  const prefixes = LIT_BY[to] ?? [`${to}/`]
  return prefixes.some((prefix) => pathname.startsWith(prefix)) ? 'true' : undefined
}

/** Whether the site leads to the list of games at `path`: lists without games are left out. */
function hasGames(path: string, filled: readonly { id: string }[]): boolean {
  const category = categoryOf(path)
  return category === undefined || filled.some((collection) => collection.id === category)
}

/** Ways to games: the lobby, the menu of the operator, and what a player likes. */
export function useNavItems(): NavItem[] {
  const player = usePlayer()
  const filled = useFilledCollections()
  const menu = useMenu()
  return [
    { id: 'lobby', label: t('nav.lobby'), icon: 'home', to: '/' },
    ...menu
      .filter(({ path }) => hasGames(path, filled))
      .map(({ id, title, icon, path }): NavItem => ({ id, label: tOptional(title, id), icon: isIconName(icon) ? icon : 'grid', to: path })),
    ...(player ? [{ id: 'favourites', label: t('nav.favorites'), icon: 'heart', to: '/favorite-games' } as const] : []),
  ]
}

/** Drawings of the texts that have one of their own. */
const PAGE_ICONS: Record<string, IconName> = { '/provably-fair': 'scales' }

/** Ways to the operator's own texts under a heading of its menus. */
export function useTextItems(category: TextPage['categories'][number]): NavItem[] {
  const pages = useQuery(textPagesQuery(currentLocale())).data ?? []
  return pages
    .filter((page) => !page.hidden && page.categories.includes(category))
    .map((page) => ({ id: page.path, label: page.title, icon: PAGE_ICONS[page.path] ?? 'info', to: hrefOf(page) }))
}

/** Ways to what runs beside the games, as far as it is built and open. */
export function usePromotionItems(): NavItem[] {
  const promotions = useIsOpen('/promotions')
  const tournaments = useIsOpen('/tournaments')
  const shop = useIsOpen('/rocket-mart')
  const vip = useIsOpen('/rocketplay-vipclub')
  const hasSports = useHasSports()
  const sport = useIsOpen('/sport')
  const items: (NavItem | false)[] = [
    promotions && { id: 'promotions', label: t('nav.promotions'), icon: 'gift', to: '/promotions' },
    tournaments && { id: 'tournaments', label: t('nav.tournaments'), icon: 'trophy', to: '/tournaments' },
    shop && { id: 'shop', label: t('nav.shop'), icon: 'layers', to: '/rocket-mart' },
    vip && { id: 'vip', label: t('nav.vip'), icon: 'crown', to: '/rocketplay-vipclub' },
    hasSports && sport && { id: 'sport', label: t('nav.sport'), icon: 'ball', to: '/sport' },
  ]
  return items.filter((item) => item !== false)
}
