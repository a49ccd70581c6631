/** Documents of the content as pages of the office, and as pages of the site. */

/** The languages that texts are written in, the one first that others are translated from. */
export const LANGUAGES = ['en', 'de', 'fr-CA', 'no', 'it', 'et'] as const

const TEXT = /^(?:pages|snippets)\//

/** The page of the office for a document. Its ending is left out: an address with a dot is one of a file. */
export const pageOf = (path: string): string => `/content/document/${path.replace(/\.(md|toml)$/, '')}`

/** The document of a page of the office. */
export const pathAt = (address: string): string => (TEXT.test(address) ? `${address}.md` : `${address}.toml`)

/** The same text in another language; null for what is no text. */
export function inLanguage(path: string, language: string): string | null {
  return TEXT.test(path) ? path.replace(/[^/]+\.md$/, `${language}.md`) : null
}

/** The language of a text; null for what is no text. */
export function languageOf(path: string): string | null {
  return TEXT.test(path) ? (/([^/]+)\.md$/.exec(path)?.[1] ?? null) : null
}

/** Where the site shows a document best, without a language. */
export function siteAddressOf(path: string): string {
  const slug = /^pages\/(.+?)(?:\/[A-Z]+)?\/[^/]+\.md$/.exec(path)?.[1]
  return slug ? `/${slug}` : '/'
}
