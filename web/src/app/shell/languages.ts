import { writeCookie } from '@/platform/cookies'

/** A year, as cookies count it. */
const COOKIE_MAX_AGE_S = 31_536_000

/** English made a third longer, in which testers look for what does not fit. It is offered to nobody else. */
export const TEST_LOCALE = 'en-KW'

/** The address of the page on show in another language; `path` is without the language of now. */
export function addressIn(locale: string, path: string, search = ''): string {
  return `/${locale}${path === '/' ? '' : path}${search}`
}

/** What a language calls itself, its country behind it: `Deutsch`, `Français (Canada)`. */
export function ownName(locale: string): string {
  const name = new Intl.DisplayNames([locale], { type: 'language', languageDisplay: 'standard' }).of(locale) ?? locale
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

/** Keeps the choice on this device: the server speaks this language where an address names none. */
export function keepLanguage(locale: string, page: { cookie: string } = document): void {
  writeCookie('locale', locale, COOKIE_MAX_AGE_S, page)
}
