import { notFound } from '@tanstack/react-router'
import { ApiError } from '@/api/errors'

/** A list that does not come closes no page: null, and the page shows what else it can. The call has told the log. */
export const listed = <List>(loading: Promise<List>): Promise<List | null> => loading.catch(() => null)

/** What is there has a page; what the server does not know has none. */
export async function loaded(loading: Promise<unknown>): Promise<void> {
  try {
    await loading
  } catch (error) {
    throw error instanceof ApiError && error.status === 404 ? notFound() : error
  }
}
