import type { BrandChoice, Me, Permission, StaffRole } from '../../api/types'
import { t, tWord } from '../../i18n/texts'

/** What a role is called: by the installation that has made it, or by the office. */
export const roleName = (id: string, title: string | null): string => title ?? tWord('role', id)

/** What brands are called; all of them when there are none. */
export const brandNames = (ids: readonly string[], brands: readonly BrandChoice[]): string =>
  ids.length === 0 ? t('staff.all_brands') : ids.map((id) => brands.find((brand) => brand.id === id)?.name ?? id).join(', ')

/** The roles that `me` may hand out, as choices: none that allows more than `me` may do; and the one that somebody has. */
export function roleOptions(roles: readonly StaffRole[], me: Pick<Me, 'permissions'>, held?: string) {
  const mayGive = ({ id, permissions }: StaffRole) => id === held || permissions.every((permission) => me.permissions.includes(permission))
  return roles.filter(mayGive).map(({ id, title }) => ({ id, label: roleName(id, title) }))
}

/** Where people look for permissions, in the order of the editor. */
export const GROUPS = ['players', 'money', 'documents', 'support', 'promotions', 'site', 'operations'] as const

type PermissionGroup = (typeof GROUPS)[number]

/** Each permission with its group, in the order within that. */
const GROUP_OF: Record<Permission, PermissionGroup> = {
  'players.read': 'players',
  'players.personal': 'players',
  'players.help': 'players',
  'concerns.manage': 'players',
  'players.correct': 'players',
  'players.stop': 'players',
  'players.limit': 'players',
  'groups.change': 'players',
  'payouts.read': 'money',
  'payouts.decide': 'money',
  'settlements.read': 'money',
  'settlements.decide': 'money',
  'adjustments.request': 'money',
  'adjustments.decide': 'money',
  'points.correct': 'money',
  'risk.read': 'money',
  'risk.edit': 'money',
  'risk.publish': 'money',
  'documents.read': 'documents',
  'documents.decide': 'documents',
  'chat.read': 'support',
  'chat.reply': 'support',
  'notifications.send': 'support',
  'bonuses.issue': 'promotions',
  'bonuses.cancel': 'promotions',
  'segments.manage': 'promotions',
  'mass_gifts.manage': 'promotions',
  'coupons.manage': 'promotions',
  'promotions.read': 'promotions',
  'promotions.edit': 'promotions',
  'promotions.publish': 'promotions',
  'content.read': 'site',
  'content.edit': 'site',
  'content.publish': 'site',
  'games.read': 'site',
  'games.switch': 'site',
  'reports.read': 'operations',
  'operations.read': 'operations',
  'maintenance.switch': 'operations',
  'log.read': 'operations',
  'staff.manage': 'operations',
}

/** The permissions of a group. */
export function permissionsOf(group: PermissionGroup): Permission[] {
  return (Object.keys(GROUP_OF) as Permission[]).filter((permission) => GROUP_OF[permission] === group)
}

/** What a permission allows, as a sentence. */
export const permissionText = (permission: Permission): string => t(`permission.${permission}`)

/** What a change of a role adds and takes. */
export function difference(before: readonly Permission[], after: readonly Permission[]) {
  return {
    added: after.filter((permission) => !before.includes(permission)),
    taken: before.filter((permission) => !after.includes(permission)),
  }
}
