import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { useList, type List } from './lists'
import type { DocumentRow, DocumentStanding, RejectReason } from './types'

/** Key of everything about documents. */
export const DOCUMENTS = ['documents']

export function useDocuments(state: DocumentStanding): List<DocumentRow> {
  return useList([...DOCUMENTS, 'list', state], async (after: string | null, signal) => {
    const { documents, next } = await call('GET', '/api/documents', { query: { state, after }, signal })
    return { rows: documents, next }
  })
}

export const documentQuery = (id: string) =>
  queryOptions({ queryKey: [...DOCUMENTS, id], queryFn: ({ signal }) => call('GET', '/api/documents/{id}', { path: { id }, signal }) })

/** Where the file of a document lies; the log keeps who reads it. */
export const documentFile = (id: string): string => `/api/documents/${encodeURIComponent(id)}/file`

export function approveDocument(id: string, idempotencyKey: string) {
  return call('POST', '/api/documents/{id}/approve', { path: { id }, idempotencyKey })
}

export function rejectDocument(id: string, reason: RejectReason, note: string | null, idempotencyKey: string) {
  return call('POST', '/api/documents/{id}/reject', { path: { id }, body: { reason, note }, idempotencyKey })
}
