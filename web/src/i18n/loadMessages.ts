import { request } from '@/api/client'
import { logError } from '@/platform/log'
import { setMessages } from './messages'

const BUCKET_MS = 5 * 60_000

/**
 * Installs the texts for `locale`: those at the address `texts` that the page names, else the server's, else the
 * bundled English. A failure is one row of the log, for the page works with any of them.
 */
export async function loadMessages(locale: string, texts: string | undefined, now: number): Promise<void> {
  let failure: unknown
  if (texts) {
    try {
      setMessages(locale, await namedTexts(texts))
      return
    } catch (error) {
      failure = error
    }
  }
  const { english } = await import('./english')
  setMessages('en', english)
  // In development the files of this checkout are the newest there are.
  if (!import.meta.env.DEV) {
    try {
      setMessages(locale, { ...english, ...(await servedTexts(locale, now)) })
    } catch (error) {
      failure ??= error
    }
  }
  if (failure !== undefined) logError('LOAD_MESSAGES_ERROR', failure)
}

/** Not by the API's client: the page has asked for this address already, and that answer is taken. */
async function namedTexts(address: string): Promise<Record<string, string>> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`)
  return asTexts(await answer.json())
}

async function servedTexts(locale: string, now: number): Promise<Record<string, string>> {
  const query = { v: Math.floor(now / BUCKET_MS) }
  return asTexts(await request('GET', '/messages/{file}', { path: { file: `${locale}.json` }, query }))
}

/** An answer that is texts by their keys. Anything else, such as an error in JSON, would leave the page without words. */
function asTexts(answer: unknown): Record<string, string> {
  const texts = typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? Object.values(answer) : []
  if (texts.length === 0 || texts.some((text) => typeof text !== 'string')) throw new Error('the answer holds no texts')
  return answer as Record<string, string>
}
