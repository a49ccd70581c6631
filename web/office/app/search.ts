/** What pages of the office read from their address. */

/** A word of the address, or nothing. */
export const word = (value: unknown): string | undefined => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)

/** Where a sign-in leads back to: an address of the office itself. */
export const ownAddress = (value: unknown): string | undefined => (typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined)

/** One of the given words; the first for anything else. */
export const oneOf =
  <const Choice extends string>(...choices: [Choice, ...Choice[]]) =>
  (value: unknown): Choice =>
    choices.find((choice) => choice === value) ?? choices[0]
