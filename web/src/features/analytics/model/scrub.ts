import { withoutCardNumbers } from '@/domain/cardNumbers'

/** What stands in the place of a secret. */
const REMOVED = '[removed]'

/** The name of something secret, and the rest of its line. */
const NAMED = /((?:passw|pwd|token|captcha|secret|authoriz|cookie|session|otp|cvv|cvc|card|iban|api.?key)[a-z_0-9]*[\\"'\]]*\s*[:=]|bearer\s)[^\n]*/gi
/** Digits of accounts and cards, in groups or not. Cards are also found behind other signs. */
const DIGITS = /[0-9](?:[ -]?[0-9]){11,}/g
/** E-mail addresses. */
const ADDRESS = /[A-Za-z0-9_.+%-]+@[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+/g
/** Long words, which may be tokens, and what follows those that name a script. */
const LONG = /([A-Za-z0-9_+=-]{20,})(\.js)?/g

/**
 * The text without what could be a secret. The server does the same to what it is sent; `content/scrub-vectors.json`
 * holds the two together.
 */
export function scrub(text: string): string {
  return withoutCardNumbers(text.replaceAll(NAMED, `$1${REMOVED}`).replaceAll(DIGITS, REMOVED))
    .replaceAll(ADDRESS, REMOVED)
    .replaceAll(LONG, (found: string, word: string, script: string | undefined) => (!script && isOpaque(word) ? REMOVED : found))
}

/** Words of a language have no digits; tokens have both. */
function isOpaque(word: string): boolean {
  return /[0-9]/.test(word) && /[A-Za-z]/.test(word)
}
