import { ApiError, NetworkError } from '@/api/errors'
import { ImportError } from '@/lib/importWithRetry'
import { isGateway } from '@/lib/connectivity'

/** Whether the operator was away: nothing came, or a proxy has answered in its place. */
export function isOfAbsence(error: unknown): boolean {
  if (error instanceof ApiError) return isGateway(error.status) && !error.isReadable
  return error instanceof ImportError || error instanceof NetworkError
}
