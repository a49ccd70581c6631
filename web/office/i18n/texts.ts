import { currentLocale, setMessages, tOptional } from '@/i18n/messages'
import type { Values } from '@/i18n/icu'
import { readStored, writeStored } from '@/platform/stored'
import { english, type own } from './english'

/** Every text of the back office. English is the source: a key that is missing there does not compile. */
export type OfficeKey = keyof typeof own

/** The languages that staff may work in, each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof LANGUAGES

const STORED = 'croupier.office.language'
const storage = () => window.localStorage

const isLanguage = (text: string | null | undefined): text is Language => text !== null && text !== undefined && Object.hasOwn(LANGUAGES, text)

/** The text of `key` with its placeholders filled in. */
export function t(key: OfficeKey, values: Values = {}): string {
  return tOptional(key, key, values)
}

/** The text for a word of the server, such as a state or a reason; the word itself, spaced, when it has none. */
export function tWord(area: string, word: string): string {
  return tOptional(`${area}.${word}`, word.replaceAll('_', ' '))
}

/** The language in force. */
export function language(): Language {
  const locale = currentLocale()
  return isLanguage(locale) ? locale : 'en'
}

/** The language that was chosen in this browser, else the first that it asks for and the office speaks. */
export function preferredLanguage(): Language {
  const chosen = readStored(storage, STORED)
  if (isLanguage(chosen)) return chosen
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en'
}

/** Another language is another page load. */
export function chooseLanguage(chosen: Language): void {
  writeStored(storage, STORED, chosen)
  window.location.reload()
}

/** Installs the texts of a language. English is part of the page, and what another lacks comes from it. */
export async function loadTexts(chosen: Language): Promise<void> {
  const texts = chosen === 'de' ? { ...english, ...(await import('./german')).german } : english
  setMessages(chosen, texts)
  document.documentElement.lang = chosen
}
