import { queryOptions } from '@tanstack/react-query'
import { request } from '../client'
import { STALE_MS } from '../staleTimes'

/** Which pages of text there are, in a language; without their text. */
export function textPagesQuery(locale: string) {
  return queryOptions({
    queryKey: ['text-pages', locale],
    queryFn: ({ signal }) => request('GET', '/api/cms/pages', { query: { l: locale }, signal }),
    staleTime: STALE_MS.reference,
  })
}

/** The key of one page; `path` as the page tells it, with a slash first. */
export function textPageKey(path: string, locale: string): string[] {
  return ['text-pages', locale, path]
}

/** A page of text. It may differ by the visitor's country and licence. */
export function textPageQuery(path: string, locale: string) {
  return queryOptions({
    queryKey: textPageKey(path, locale),
    queryFn: ({ signal }) => request('GET', '/api/cms/pages/{path}', { path: { path: path.replace(/^\//, '') }, query: { l: locale }, signal }),
    staleTime: STALE_MS.reference,
  })
}
