import { request } from '@/api/client'
import { logError } from '@/lib/log'
import { setMessages } from './messages'

const BUCKET_MS = 5 * 60_000

/**
 * Installs the texts for `locale`: those at the address `texts` that the page names, else the server's, else the
 * bundled English. A failure is only logged, for the page works with any of them.
 */
export async function loadMessages(locale: string, texts: string | undefined, now: number): Promise<void> {
  if (texts) {
    try {
      // Not the API's client: the page has asked for this address already, and that answer is taken.
      const answer = await fetch(texts)
      setMessages(locale, (await answer.json()) as Record<string, string>)
      return
    } catch (error) {
      logError('LOAD_MESSAGES_ERROR', error)
    }
  }
  const { english } = await import('./english')
  setMessages('en', english)
  // In development the files of this checkout are the newest there are.
  if (import.meta.env.DEV) return
  try {
    const query = { v: Math.floor(now / BUCKET_MS) }
    const served = await request<Record<string, string>>('GET', `/messages/${locale}.json`, { query })
    setMessages(locale, { ...english, ...served })
  } catch (error) {
    logError('LOAD_MESSAGES_ERROR', error)
  }
}
