/** The typed calls of the back office, from the server's own description (`schema.d.ts`, written by `npm run gen`). */
import { callsOf } from '@/api/described'
import { uploadsOf } from '@/api/upload'
import type { paths } from './schema'

/** One call of the back office; answers and throws as the site's `send` does. */
export const call = callsOf<paths>()

/** Sends a file as the body of one call of the back office. */
export const upload = uploadsOf<paths>()
