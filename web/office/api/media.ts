import { queryOptions, useQuery } from '@tanstack/react-query'
import { newIdempotencyKey } from '@/api/transport'
import { call, upload } from './client'
import { useList, type List } from './lists'
import type { Medium, MediumBody } from './types'

/** Key of everything about the library of media. */
export const MEDIA = ['media']

/** The largest file that the library takes, in bytes. */
export const MEDIUM_MAX = 10 * 1024 * 1024

/** Media types that the library takes; the server judges by the content. */
export const MEDIUM_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] as const

export interface MediaFilter {
  query: string
  kind: 'all' | 'picture' | 'file'
  brand: string
}

/** Media, the newest first. */
export function useMedia({ query, kind, brand }: MediaFilter): List<Medium> {
  return useList([...MEDIA, 'list', query, kind, brand], async (after: string | null, signal) => {
    const wanted = { query, kind: kind === 'all' ? null : kind, brand: brand || null, after }
    const { media, next } = await call('GET', '/api/media', { query: wanted, signal })
    return { rows: media, next }
  })
}

/** Brands that a medium may be for. */
export function useMediaBrands() {
  return useQuery({ queryKey: [...MEDIA, 'brands'], queryFn: async ({ signal }) => (await call('GET', '/api/media', { signal })).brands }).data ?? []
}

/** A medium with the documents that name it. */
export const mediumQuery = (id: string) =>
  queryOptions({ queryKey: [...MEDIA, 'medium', id], queryFn: ({ signal }) => call('GET', '/api/media/{id}', { path: { id }, signal }) })

/** Where the office has the file of a medium. */
export const mediumFile = (id: string): string => `/api/media/${encodeURIComponent(id)}/file`

/** Sends a file to the library; one that is there already is answered and not stored twice. */
export function uploadMedium(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<Medium> {
  return upload('/api/media', file, { query: { name: file.name.slice(0, 120) }, idempotencyKey: newIdempotencyKey(), onProgress, signal })
}

export function saveMedium(id: string, body: MediumBody, idempotencyKey: string) {
  return call('POST', '/api/media/{id}', { path: { id }, body, idempotencyKey })
}

export function withdrawMedium(id: string, reason: string, idempotencyKey: string) {
  return call('POST', '/api/media/{id}/withdraw', { path: { id }, body: { reason }, idempotencyKey })
}
