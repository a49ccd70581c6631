import { ApiError, NetworkError } from '@/api/errors'
import { ChunkError } from '@/lib/chunk'
import { isGateway } from '@/lib/connectivity'

/** Whether the house was away: nothing came, or a proxy has answered in its place. */
export function isOfAbsence(error: unknown): boolean {
  if (error instanceof ApiError) return isGateway(error.status) && !error.isReadable
  return error instanceof ChunkError || error instanceof NetworkError
}
