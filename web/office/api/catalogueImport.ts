import { queryOptions } from '@tanstack/react-query'
import { newIdempotencyKey } from '@/api/transport'
import { call, upload } from './client'
import type { ImportPreview } from './types'

/** Partners whose lists can be taken over. */
export const importPartnersQuery = queryOptions({
  queryKey: ['catalogue', 'import-partners'],
  queryFn: ({ signal }) => call('GET', '/api/catalogue/import-partners', { signal }),
})

/** What is said of a list beside its rows. */
export interface ListChoice {
  /** The partner whose list it is; empty for a list of any provider. */
  partner: string
  /** Whether games that it does not name are turned off. */
  whole: boolean
}

/** How a file is written, by its name. */
const formatOf = (file: File): 'csv' | 'json' => (/\.csv$/i.test(file.name) ? 'csv' : 'json')

const queryOf = (file: File, { partner, whole }: ListChoice) => ({ format: formatOf(file), partner: partner || null, whole })

/** What a list would change. */
export function previewList(file: File, choice: ListChoice, onProgress: (share: number) => void, signal: AbortSignal): Promise<ImportPreview> {
  return upload('/api/catalogue/import', file, { query: queryOf(file, choice), idempotencyKey: newIdempotencyKey(), onProgress, signal })
}

/** Takes a list over whose preview was seen. */
export function takeList(file: File, choice: ListChoice, digest: string, idempotencyKey: string): Promise<undefined> {
  return upload('/api/catalogue/import/take', file, { query: { ...queryOf(file, choice), digest }, idempotencyKey, onProgress: () => undefined })
}
