/** Something from outside, before its shape was checked. */
export type Unread = Record<string, unknown>

/** Whether `value` is an object with names, no list. */
export function isObject(value: unknown): value is Unread {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether each of `names` is a text. */
export function hasTexts(value: Unread, ...names: string[]): boolean {
  return names.every((name) => typeof value[name] === 'string')
}

/** Whether each of `names` is an exact whole number, such as an amount in subunits. */
export function hasAmounts(value: Unread, ...names: string[]): boolean {
  return names.every((name) => Number.isSafeInteger(value[name]))
}
