/**
 * The name of a game's rules: SHA-256 of the definition as JSON without white space, the fields of every object in
 * the order of their names. A round keeps this name, so no later rules can be put in place of those it was played by.
 */

import { sha256 } from './stream'

/** The one text of a definition, which holds texts and whole numbers. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`
}

/** 64 hexadecimal digits. */
export function definitionHash(definition: unknown): Promise<string> {
  return sha256(canonical(definition))
}
