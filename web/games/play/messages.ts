import english from '../../../content/messages/en/game.json'

/** Keys of the game texts. */
export type MessageKey = keyof typeof english

/** Answers the text of a key with its `{placeholders}` filled in. */
export type Translate = (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string

/** A catalogue over English: a key it lacks is answered in English. */
export function translator(catalogue: Readonly<Record<string, string>>): Translate {
  return (key, values = {}) => {
    const text = catalogue[key] ?? english[key]
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
  }
}

/** Messages change on the server at most this often. */
const BUCKET_SECONDS = 300

/** Loads the texts of a language; without an answer the game speaks English. */
export async function loadMessages(language: string): Promise<Translate> {
  if (language === 'en') return translator({})
  const bucket = Math.floor(Date.now() / 1000 / BUCKET_SECONDS)
  try {
    const response = await fetch(`/messages/${encodeURIComponent(language)}.json?v=${bucket}`)
    return translator(response.ok ? ((await response.json()) as Record<string, string>) : {})
  } catch {
    return translator({})
  }
}

/** Whether a string is a key, for names that are built from server data. */
export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(english, key)
}
