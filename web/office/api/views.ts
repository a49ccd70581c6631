import { queryOptions } from '@tanstack/react-query'
import { call } from './client'

/** The saved views that a member sees, of all lists. */
export const viewsQuery = queryOptions({ queryKey: ['views'], queryFn: ({ signal }) => call('GET', '/api/views', { signal }), retry: false })

export interface NewView {
  page: string
  search: string
  name: string
  is_shared: boolean
}

export function saveView(body: NewView, idempotencyKey: string) {
  return call('POST', '/api/views', { body, idempotencyKey })
}

export function removeView(id: string, idempotencyKey: string) {
  return call('POST', '/api/views/{id}/remove', { path: { id }, idempotencyKey })
}
