import { request } from '@/api/client'
import { logError } from '@/platform/log'
import type { Namespace } from './keys'
import { addMessages, setMessages } from './messages'

type Texts = Record<string, string>

const BUCKET_MS = 5 * 60_000
/** What every page needs. */
const START: Namespace = 'shell'

/** Fetches the texts of a namespace; undefined where all texts were installed at once. */
let fetchTexts: ((namespace: Namespace) => Promise<Texts>) | undefined
/** Namespaces that are loaded, or on their way. */
const loaded = new Map<Namespace, Promise<void>>()

/**
 * Installs the texts for `locale` that every page needs: those below the address `texts` that the page names, else all of the
 * server's, else the bundled English. A failure is one row of the log, for the page works with any of them.
 */
export async function loadMessages(locale: string, texts: string | undefined, now: number): Promise<void> {
  loaded.clear()
  let failure: unknown
  if (texts) {
    try {
      setMessages(locale, await namedTexts(texts, START))
      fetchTexts = (namespace) => namedTexts(texts, namespace).catch(() => servedTexts(locale, Date.now()))
      return
    } catch (error) {
      failure = error
    }
  }
  // In development the files of this checkout are the newest there are.
  const served = import.meta.env.DEV ? undefined : await servedTexts(locale, now).catch((error: unknown) => void (failure ??= error))
  if (served) {
    setMessages(locale, served)
    fetchTexts = undefined
  } else {
    const { bundledTexts } = await import('./bundled')
    setMessages('en', await bundledTexts(START))
    fetchTexts = bundledTexts
  }
  if (failure !== undefined) logError('LOAD_MESSAGES_ERROR', failure)
}

/** Adds the texts of `namespaces` to those that are installed. What does not come is asked for again by the next call. */
export async function loadNamespaces(namespaces: readonly Namespace[]): Promise<void> {
  await Promise.all(namespaces.map((namespace) => loaded.get(namespace) ?? loadNamespace(namespace)))
}

async function loadNamespace(namespace: Namespace): Promise<void> {
  if (!fetchTexts) return
  const loading = fetchTexts(namespace).then(addMessages)
  loaded.set(namespace, loading)
  try {
    await loading
  } catch (error) {
    loaded.delete(namespace)
    throw error
  }
}

/** Not by the API's client: the page has asked for this address already, and that answer is taken. */
async function namedTexts(address: string, namespace: Namespace): Promise<Texts> {
  const file = `${address}/${namespace}.json`
  const answer = await fetch(file)
  if (!answer.ok) throw new Error(`${file} answers ${answer.status}`)
  return asTexts(await answer.json())
}

/** All texts of the server. */
async function servedTexts(locale: string, now: number): Promise<Texts> {
  const query = { v: Math.floor(now / BUCKET_MS) }
  return asTexts(await request('GET', '/messages/{file}', { path: { file: `${locale}.json` }, query }))
}

/** An answer that is texts by their keys. Anything else, such as an error in JSON, would leave the page without words. */
function asTexts(answer: unknown): Texts {
  const texts = typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? Object.values(answer) : []
  if (texts.length === 0 || texts.some((text) => typeof text !== 'string')) throw new Error('the answer holds no texts')
  return answer as Texts
}
