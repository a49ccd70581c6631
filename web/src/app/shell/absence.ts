import { ApiError, NetworkError } from '@/api/errors'
import { ImportError } from '@/platform/importWithRetry'
import { isGateway } from '@/platform/connectivity'

/** Whether the operator was away: nothing came, or a proxy has answered in its place. */
export function isOfAbsence(error: unknown): boolean {
  if (error instanceof ApiError) return isGateway(error.status) && !error.isReadable
  return error instanceof ImportError || error instanceof NetworkError
}
