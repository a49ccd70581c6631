import { useFilledCollections } from '@/api/info/catalogue'
import { usePlayer } from '@/api/session/player'
import { t } from '@/i18n/messages'
import type { IconName } from '@/ui/Icon'
import { useSiteHas } from '@/lib/siteHas'

export interface NavItem {
  id: string
  label: string
  icon: IconName
  to: string
}

/** Addresses that light an item besides its own and those below it. */
const LIT_BY: Record<string, readonly string[]> = {
  '/': ['/categories', '/games'],
  '/pokies/all': ['/pokies'],
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

/** Categories that have a place of their own in the navigation when they hold games. */
const CATEGORIES = [
  ['top', 'flame', '/pokies/top'],
  ['new', 'sparkle', '/pokies/new'],
  ['table', 'table', '/live/table'],
  ['live', 'live', '/live/all'],
  ['crash', 'chart', '/pokies/crash'],
  ['lottery', 'dice', '/pokies/lottery'],
  ['jackpot', 'trophy', '/pokies/jackpot'],
] as const satisfies readonly (readonly [string, IconName, string])[]

/** Ways to games: the lobby, the lists, the studios. Places without games are left out; favourites need a player. */
export function useNavItems(): NavItem[] {
  const player = usePlayer()
  const filled = useFilledCollections()
  return [
    { id: 'lobby', label: t('nav.lobby'), icon: 'home', to: '/' },
    { id: 'pokies', label: t('nav.pokies'), icon: 'pokies', to: '/pokies/all' },
    ...CATEGORIES.filter(([id]) => filled.some((collection) => collection.id === id)).map(
      ([id, icon, to]): NavItem => ({ id, label: t(`nav.${id}`), icon, to }),
    ),
    { id: 'providers', label: t('nav.providers'), icon: 'layers', to: '/producers' },
    ...(player ? [{ id: 'favourites', label: t('nav.favorites'), icon: 'heart', to: '/favorite-games' } as const] : []),
  ]
}

/** Ways to what runs beside the games, as far as it is built. */
export function usePromotionItems(): NavItem[] {
  const promotions = useSiteHas('/promotions')
  const tournaments = useSiteHas('/tournaments')
  const shop = useSiteHas('/rocket-mart')
  const vip = useSiteHas('/vip')
  const items: (NavItem | false)[] = [
    promotions && { id: 'promotions', label: t('nav.promotions'), icon: 'gift', to: '/promotions' },
    tournaments && { id: 'tournaments', label: t('nav.tournaments'), icon: 'trophy', to: '/tournaments' },
    shop && { id: 'shop', label: t('nav.shop'), icon: 'layers', to: '/rocket-mart' },
    vip && { id: 'vip', label: t('nav.vip'), icon: 'crown', to: '/vip' },
  ]
  return items.filter((item) => item !== false)
}
