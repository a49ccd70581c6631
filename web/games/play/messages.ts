import english from '../../../content/messages/en/game.json'
import { formatMessage, type Values } from '../../src/i18n/icu'

/** Keys of the game texts. */
export type MessageKey = keyof typeof english

/** Answers the text of a key with its `{placeholders}` filled in. */
export type Translate = (key: MessageKey, values?: Values) => string

/** The language when none is known. */
const FALLBACK = 'en'

/** A catalogue of `locale` over English: a key it lacks is answered in English. */
export function translator(catalogue: Readonly<Record<string, string>>, locale: string): Translate {
  return (key, values = {}) => formatMessage(catalogue[key] ?? english[key], values, locale)
}

/** Messages change on the server at most this often. */
const BUCKET_SECONDS = 300

/** Loads the texts of a language; without an answer the game speaks English. */
export async function loadMessages(locale: string): Promise<Translate> {
  if (locale === FALLBACK) return translator({}, locale)
  const bucket = Math.floor(Date.now() / 1000 / BUCKET_SECONDS)
  try {
    const response = await fetch(`/messages/${encodeURIComponent(locale)}.json?v=${bucket}`)
    if (response.ok) return translator((await response.json()) as Record<string, string>, locale)
  } catch {
    // Without the texts the game is played all the same.
  }
  return translator({}, FALLBACK)
}

/** Whether a string is a key, for names that are built from server data. */
export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(english, key)
}
