/** The digits of an authenticator app, without the gap in which apps show them; null when they are none. */
export function appCode(typed: string): string | null {
  const digits = typed.replaceAll(/\s/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}

/** The rule that a typed code breaks, or null. */
export function brokenCodeRule(typed: string): 'REQUIRED' | 'INVALID' | null {
  if (typed.trim() === '') return 'REQUIRED'
  return appCode(typed) === null ? 'INVALID' : null
}
