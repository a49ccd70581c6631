import { t, type OfficeKey } from '../i18n/texts'
import type { Me, Permission } from '../api/types'
import type { IconName } from '@/ui/Icon'

/** A page of the office that the navigation and the palette lead to. */
export interface OfficePage {
  path: string
  title: OfficeKey
  icon: IconName
  /** Who has none of it sees no way there. */
  permission: Permission | readonly Permission[]
  /** Who is bound to brands has it too: it holds players of these, or what is for them. */
  isOfBrands?: true
}

/** What documents are read with: who may read any of them comes to their list, which has no others. */
export const READERS = ['content.read', 'promotions.read', 'risk.read'] as const satisfies Permission[]

/** What the calendar is made of: who may read any of it may open it. */
export const PLANNERS = [...READERS, 'mass_gifts.manage', 'coupons.manage', 'notifications.send'] as const satisfies Permission[]

/** Whether somebody has one of the permissions that are needed. */
export const hasAny = (permissions: readonly Permission[], needed: Permission | readonly Permission[]): boolean =>
  [needed].flat().some((one) => permissions.includes(one))

/** In the order in which they are offered; a member's first one is where they begin. */
export const PAGES: readonly OfficePage[] = [
  { path: '/payouts', title: 'payouts.title', icon: 'wallet', permission: 'payouts.read', isOfBrands: true },
  { path: '/payment-desk', title: 'desk.title', icon: 'card', permission: 'payouts.read' },
  { path: '/settlements', title: 'settlements.title', icon: 'chart', permission: 'settlements.read' },
  { path: '/coins', title: 'coins.title', icon: 'clock', permission: 'payouts.read', isOfBrands: true },
  { path: '/documents', title: 'documents.title', icon: 'idCard', permission: 'documents.read', isOfBrands: true },
  { path: '/players', title: 'players.title', icon: 'user', permission: 'players.read', isOfBrands: true },
  { path: '/concerns', title: 'concerns.title', icon: 'warning', permission: 'concerns.manage', isOfBrands: true },
  { path: '/shared-devices', title: 'devices.title', icon: 'shield', permission: 'players.stop' },
  { path: '/exclusion-matches', title: 'exclusions.title', icon: 'lock', permission: 'players.stop' },
  { path: '/bonus-abuse', title: 'abuse.title', icon: 'warning', permission: 'bonuses.cancel' },
  { path: '/chats', title: 'chats.title', icon: 'support', permission: 'chat.read', isOfBrands: true },
  { path: '/notifications', title: 'campaigns.title', icon: 'bell', permission: 'notifications.send' },
  { path: '/adjustments', title: 'adjustments.title', icon: 'scales', permission: 'adjustments.request', isOfBrands: true },
  { path: '/segments', title: 'segments.title', icon: 'grid', permission: 'segments.manage', isOfBrands: true },
  { path: '/mass-gifts', title: 'mass_gifts.title', icon: 'gift', permission: 'mass_gifts.manage', isOfBrands: true },
  { path: '/coupons', title: 'coupons.title', icon: 'gift', permission: 'coupons.manage', isOfBrands: true },
  { path: '/content', title: 'content.title', icon: 'file', permission: READERS },
  { path: '/media', title: 'media.title', icon: 'layers', permission: 'content.read' },
  { path: '/offers', title: 'offers.title', icon: 'sparkle', permission: 'promotions.read' },
  { path: '/titles', title: 'titles.title', icon: 'pokies', permission: 'content.read' },
  { path: '/import-games', title: 'import.title', icon: 'install', permission: 'content.edit' },
  { path: '/collections', title: 'collections.title', icon: 'menu', permission: 'content.read' },
  { path: '/calendar', title: 'calendar.title', icon: 'calendar', permission: PLANNERS, isOfBrands: true },
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
  return PAGES.filter(({ permission, isOfBrands }) => hasAny(permissions, permission) && (brands.length === 0 || isOfBrands))
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
