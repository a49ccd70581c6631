import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './client'
import { CONTENT } from './content'
import { useList, type List } from './lists'
import type { CollectionForm, TitleForm, TitleRow } from './types'

/** Key of everything about the catalogue, which is made of documents of the content. */
const CATALOGUE = [...CONTENT, 'catalogue']

export interface TitlesFilter {
  query: string
  state: 'all' | 'on' | 'off' | 'changed'
  collection: string
  country: string
}

/** Titles as the draft has them, and behind them what partners have delivered. */
export function useTitles(filter: TitlesFilter): List<TitleRow> {
  return useList([...CATALOGUE, 'titles', filter], async (after: number | null, signal) => {
    const { titles, next } = await call('GET', '/api/catalogue/titles', { query: { ...filter, after: after ?? 0 }, signal })
    return { rows: titles, next }
  })
}

/** One title as it is being written. */
export const titleQuery = (identifier: string) =>
  queryOptions({
    queryKey: [...CATALOGUE, 'title', identifier],
    queryFn: ({ signal }) => call('GET', '/api/catalogue/title', { query: { identifier }, signal }),
    refetchOnWindowFocus: true,
  })

/** The lists as they are being written. */
export const collectionsQuery = queryOptions({
  queryKey: [...CATALOGUE, 'collections'],
  queryFn: ({ signal }) => call('GET', '/api/catalogue/collections', { signal }),
  refetchOnWindowFocus: true,
})

/** What lists would come to. */
export function useArrangement(collections: CollectionForm[]) {
  return useQuery({
    queryKey: [...CATALOGUE, 'arrangement', collections],
    queryFn: ({ signal }) => call('POST', '/api/catalogue/arrange', { body: { collections }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

/** What a writer has seen of a document: saving names it, so that nothing newer is lost. */
interface SeenDraft {
  base: number
  revision: number
}

export function saveTitle({ base, revision }: SeenDraft, title: TitleForm, idempotencyKey: string) {
  return call('POST', '/api/catalogue/title', { body: { base, revision, title }, idempotencyKey })
}

export function saveCollections({ base, revision }: SeenDraft, collections: CollectionForm[], idempotencyKey: string) {
  return call('POST', '/api/catalogue/collections', { body: { base, revision, collections }, idempotencyKey })
}
