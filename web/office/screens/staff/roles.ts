import type { Role } from '../../api/types'
import { say } from '../../i18n/texts'

const ROLES: readonly Role[] = ['support', 'payments', 'risk', 'bonus', 'editor', 'compliance', 'administrator']

/** The roles that a member may have, as choices. */
export const roleOptions = () => ROLES.map((id) => ({ id, label: say(`role.${id}`) }))
