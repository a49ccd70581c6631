import { request } from '@/api/client'
import { setMessages } from './messages'

const BUCKET_MS = 5 * 60_000

/**
 * Installs the texts for `locale`: those the page brought along, else the server's, else the bundled
 * English. A failure is only logged, for the page works with any of them.
 */
export async function loadMessages(locale: string, inlined: Record<string, string> | undefined, now: number): Promise<void> {
  if (inlined) {
    setMessages(locale, inlined)
    return
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
    console.warn('LOAD_MESSAGES_ERROR', error)
  }
}
