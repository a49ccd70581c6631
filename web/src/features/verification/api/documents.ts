import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { STALE_MS } from '@/api/staleTimes'
import type { DocumentKind, UploadedDocument } from '@/api/types'
import { upload } from '@/api/upload'

const PATH = '/api/player/documents'

/** How far the player is verified, and what was uploaded. */
export const documentsQuery = queryOptions({
  queryKey: [PLAYER_SCOPE, 'documents'],
  queryFn: ({ signal }) => request('GET', PATH, { signal }),
  staleTime: STALE_MS.live,
})

/** How an upload is followed and stopped. */
export interface UploadWatch {
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Uploads a document. */
export function uploadDocument(kind: DocumentKind, file: File, idempotencyKey: string, watch: UploadWatch): Promise<UploadedDocument> {
  return upload(PATH, file, { query: { kind }, idempotencyKey, ...watch })
}
