import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '@/api/client'
import { STALE_MS } from '@/api/staleTimes'
import { currentLocale } from '@/i18n/messages'

/** The small texts of the site in a language. They may differ by the visitor's country and licence. */
export function snippetsQuery(locale: string) {
  return queryOptions({
    queryKey: ['snippets', locale],
    queryFn: ({ signal }) => request('GET', '/api/cms/snippets', { query: { l: locale }, signal }),
    staleTime: STALE_MS.reference,
  })
}

/** The clean HTML of the small text with this id; undefined when there is none, or not yet. */
export function useSnippetById(id: string): string | undefined {
  return useQuery(snippetsQuery(currentLocale())).data?.find((snippet) => snippet.id === id)?.content
}

/** The clean HTML of the first small text for `place`; undefined when there is none, or not yet. */
export function useSnippet(place: string): string | undefined {
  const snippets = useQuery(snippetsQuery(currentLocale())).data
  return snippets?.find((snippet) => snippet.categories.includes(place))?.content
}
