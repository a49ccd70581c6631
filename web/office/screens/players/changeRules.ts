import type { CorrectionBody, GroupChoice, LootboxKind } from '../../api/types'

/** The most points that one correction moves. */
const POINTS_MAX = 1_000_000_000

/** The whole number of points, above zero, that a typed text says; null when it says none. */
export function readPoints(typed: string): number | null {
  const digits = typed.replaceAll(/\s/g, '')
  const points = /^\d{1,10}$/.test(digits) ? Number(digits) : 0
  return points >= 1 && points <= POINTS_MAX ? points : null
}

/** What may be corrected about who a player is. */
export const CORRECTED = ['first_name', 'last_name', 'date_of_birth', 'country', 'email', 'currency'] as const

export type CorrectionValues = Record<(typeof CORRECTED)[number] | 'reason', string>

/** Codes that are written in capitals. */
const CODES: readonly string[] = ['country', 'currency']

/** What is sent of a form: a field that is empty stays as it is. Null when all are. */
export function correctionOf(values: CorrectionValues): CorrectionBody | null {
  const typed = CORRECTED.map((field) => [field, values[field].trim()] as const).filter(([, text]) => text !== '')
  if (typed.length === 0) return null
  const fields = typed.map(([field, text]) => [field, CODES.includes(field) ? text.toUpperCase() : text] as const)
  return { ...Object.fromEntries(fields), reason: values.reason.trim() }
}

/** Numbers of the `choices` that the player is in; `held` are names of groups and levels, such as `group_21`. */
export function groupsIn(choices: readonly Pick<GroupChoice, 'id'>[], held: readonly { id: string }[]): number[] {
  return choices.map(({ id }) => id).filter((id) => held.some((one) => one.id === `group_${id}`))
}

/** What has to be done so that `before` becomes `after`. */
export function changesBetween(before: readonly number[], after: readonly number[]): { add: number[]; remove: number[] } {
  return { add: after.filter((id) => !before.includes(id)), remove: before.filter((id) => !after.includes(id)) }
}

/** The wallets in whose currency a box is made. */
export function walletsOf(kind: Pick<LootboxKind, 'currencies'> | undefined, wallets: readonly { currency: string }[]): string[] {
  return wallets.map(({ currency }) => currency).filter((currency) => kind?.currencies.includes(currency))
}
