import { createOpenApiHttp } from 'openapi-msw'
import type { paths } from '@/api/schema'

/**
 * The server's calls, to be answered in tests as its description has them: a mock that answers what the description forbids
 * does not compile. `http.untyped` is for answers that are wrong on purpose.
 */
export const http = createOpenApiHttp<paths>()
