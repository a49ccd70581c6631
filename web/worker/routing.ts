/** What a request tells of itself. */
interface Asked {
  method: string
  url: string
  /** What the answer is for: `document` for a page in a tab, `iframe` for one within a page. */
  destination: string
  headers: Pick<Headers, 'has'>
}

/** Files whose names hold a hash of their content: what was fetched once is good for ever. */
const HASHED = ['/assets/', '/house-games/assets/']

/**
 * What the worker does with a request: `page` has the offline page to fall back on, `asset` is kept, and with all
 * others, every call of the operator among them, it has no business.
 */
export function handlingOf({ method, url, destination, headers }: Asked, origin: string): 'page' | 'asset' | 'none' {
  const address = new URL(url)
  if (method !== 'GET' || address.origin !== origin) return 'none'
  if (destination === 'document') return 'page'
  // A part of a file must not be kept as the whole.
  return HASHED.some((folder) => address.pathname.startsWith(folder)) && !headers.has('range') ? 'asset' : 'none'
}

/**
 * The language of the offline page for the address `pathname`: the one that the address names, else the first of the
 * visitor's own that there is, else English.
 */
export function offlineLanguage(pathname: string, own: readonly string[], offered: readonly string[]): string {
  const named = pathname.split('/')[1] ?? ''
  for (const wanted of [named, ...own]) {
    const language = wanted.toLowerCase().split('-')[0]
    const found = offered.find((code) => code.toLowerCase() === wanted.toLowerCase()) ?? offered.find((code) => code.split('-')[0] === language)
    if (found) return found
  }
  return 'en'
}
