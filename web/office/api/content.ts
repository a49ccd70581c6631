import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './client'
import type { DraftChoice } from './types'

/** Key of everything about the content. */
export const CONTENT = ['content']

/** All documents that staff edits, by path. */
export function useContentList() {
  return useQuery({
    queryKey: [...CONTENT, 'list'],
    queryFn: async ({ signal }) => (await call('GET', '/api/content', { signal })).documents,
    refetchOnWindowFocus: true,
  })
}

/** One document: what is in force, and what is being written. */
export const contentQuery = (path: string) =>
  queryOptions({
    queryKey: [...CONTENT, 'document', path],
    queryFn: ({ signal }) => call('GET', '/api/content/document', { query: { path }, signal }),
    refetchOnWindowFocus: true,
  })

/** The versions of a document, newest first. */
export function useVersions(path: string) {
  return useQuery({ queryKey: [...CONTENT, 'versions', path], queryFn: ({ signal }) => call('GET', '/api/content/versions', { query: { path }, signal }) })
}

/** What a version says. It never changes. */
export function useVersionText(path: string, version: number) {
  return useQuery({
    queryKey: [...CONTENT, 'version', path, version],
    queryFn: ({ signal }) => call('GET', '/api/content/version', { query: { path, version }, signal }),
    staleTime: Infinity,
  })
}

/** The texts that languages lack. */
export function useMissingTexts() {
  return useQuery({ queryKey: [...CONTENT, 'missing'], queryFn: async ({ signal }) => (await call('GET', '/api/content/missing', { signal })).missing })
}

/** What is wrong with drafts, judged together. */
export function useFaults(documents: readonly DraftChoice[]) {
  return useQuery({
    queryKey: [...CONTENT, 'faults', documents],
    queryFn: async ({ signal }) => (await call('POST', '/api/content/check', { body: { documents: [...documents] }, signal })).faults,
    enabled: documents.length > 0,
  })
}

export interface SavedText {
  path: string
  base: number
  revision: number
  body: string | null
}

export function saveDraft(body: SavedText, idempotencyKey: string) {
  return call('POST', '/api/content/save', { body, idempotencyKey })
}

export function discardDraft(path: string, revision: number, idempotencyKey: string) {
  return call('POST', '/api/content/discard', { body: { path, revision }, idempotencyKey })
}

export function restoreVersion(path: string, version: number, idempotencyKey: string) {
  return call('POST', '/api/content/restore', { body: { path, version }, idempotencyKey })
}

export function unscheduleDraft(path: string, idempotencyKey: string) {
  return call('POST', '/api/content/unschedule', { body: { path }, idempotencyKey })
}

/** Publishes drafts together, at once or at `at` (RFC 3339). */
export function publishDrafts(documents: readonly DraftChoice[], reason: string, at: string | null, idempotencyKey: string) {
  return call('POST', '/api/content/publish', { body: { documents: [...documents], reason, at }, idempotencyKey })
}

/** A link that shows drafts on the site. */
export function previewDrafts(documents: readonly DraftChoice[], idempotencyKey: string) {
  return call('POST', '/api/content/preview', { body: { documents: [...documents] }, idempotencyKey })
}
