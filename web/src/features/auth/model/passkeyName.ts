/** The longest name of a passkey, in characters; the server holds it too. */
export const PASSKEY_NAME_MAX = 50

/** The rule that a typed name of a passkey breaks, or null. */
export function brokenPasskeyName(typed: string): 'REQUIRED' | 'TOO_LONG' | null {
  const name = typed.trim()
  if (name === '') return 'REQUIRED'
  return [...name].length > PASSKEY_NAME_MAX ? 'TOO_LONG' : null
}
