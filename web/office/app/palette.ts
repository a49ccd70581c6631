import { t, type OfficeKey } from '../i18n/texts'
import type { Me, Permission } from '../api/types'
import type { IconName } from '@/ui/Icon'

/** A page of the office that the navigation and the palette lead to. */
export interface OfficePage {
  path: string
  title: OfficeKey
  icon: IconName
  /** Who does not have it sees no way there. */
  permission: Permission
  /** Who is bound to brands has it too: it holds players of these. */
  isOfBrands?: true
}

/** In the order in which they are offered; a member's first one is where they begin. */
export const PAGES: readonly OfficePage[] = [
  { path: '/payouts', title: 'payouts.title', icon: 'wallet', permission: 'payouts.read', isOfBrands: true },
  { path: '/payment-desk', title: 'desk.title', icon: 'card', permission: 'payouts.read' },
  { path: '/settlements', title: 'settlements.title', icon: 'chart', permission: 'payouts.read' },
  { path: '/coins', title: 'coins.title', icon: 'clock', permission: 'payouts.read', isOfBrands: true },
  { path: '/documents', title: 'documents.title', icon: 'idCard', permission: 'documents.read', isOfBrands: true },
  { path: '/players', title: 'players.title', icon: 'user', permission: 'players.read', isOfBrands: true },
  { path: '/shared-devices', title: 'devices.title', icon: 'shield', permission: 'players.stop' },
  { path: '/chats', title: 'chats.title', icon: 'support', permission: 'chat.read', isOfBrands: true },
  { path: '/notifications', title: 'campaigns.title', icon: 'bell', permission: 'notifications.send' },
  { path: '/adjustments', title: 'adjustments.title', icon: 'scales', permission: 'adjustments.request', isOfBrands: true },
  { path: '/segments', title: 'segments.title', icon: 'grid', permission: 'segments.manage' },
  { path: '/mass-gifts', title: 'mass_gifts.title', icon: 'gift', permission: 'mass_gifts.manage' },
  { path: '/coupons', title: 'coupons.title', icon: 'gift', permission: 'coupons.manage' },
  { path: '/content', title: 'content.title', icon: 'file', permission: 'content.read' },
  { path: '/offers', title: 'offers.title', icon: 'sparkle', permission: 'content.read' },
  { path: '/titles', title: 'titles.title', icon: 'pokies', permission: 'content.read' },
  { path: '/collections', title: 'collections.title', icon: 'menu', permission: 'content.read' },
  { path: '/games', title: 'games.title', icon: 'dice', permission: 'games.read' },
  { path: '/tables', title: 'tables.title', icon: 'table', permission: 'games.read' },
  { path: '/reports', title: 'reports.title', icon: 'chart', permission: 'reports.read', isOfBrands: true },
  { path: '/operations', title: 'operations.title', icon: 'layers', permission: 'operations.read' },
  { path: '/flags', title: 'flags.title', icon: 'panel', permission: 'content.read' },
  { path: '/client-log', title: 'client_log.title', icon: 'warning', permission: 'operations.read' },
  { path: '/staff', title: 'staff.title', icon: 'shield', permission: 'staff.manage' },
  { path: '/roles', title: 'roles.title', icon: 'lock', permission: 'staff.manage' },
  { path: '/log', title: 'log.title', icon: 'history', permission: 'log.read' },
]

/** The pages that somebody with these permissions and brands may open. */
export function pagesFor({ permissions, brands }: Pick<Me, 'permissions' | 'brands'>): OfficePage[] {
  return PAGES.filter(({ permission, isOfBrands }) => permissions.includes(permission) && (brands.length === 0 || isOfBrands))
}

/** Pages whose title holds every word that was typed; one that is called just so comes first. */
export function pagesNamed(pages: readonly OfficePage[], typed: string): OfficePage[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = pages.filter(({ title }) => words.every((word) => t(title).toLowerCase().includes(word)))
  const isCalledSo = ({ title }: OfficePage) => t(title).toLowerCase() === words.join(' ')
  return [...found.filter(isCalledSo), ...found.filter((page) => !isCalledSo(page))]
}

/** What is typed is worth a search for players from this many characters on; a number is one at once. */
const SEARCH_FROM = 3

export const isPlayerSearch = (typed: string): boolean => /^\d+$/.test(typed.trim()) || typed.trim().length >= SEARCH_FROM
