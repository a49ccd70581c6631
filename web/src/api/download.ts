import { log } from '@/platform/log'
import { noteServerReached, checkConnectivity } from '@/platform/connectivity'
import { callName } from './callName'
import { ApiError, apiErrorFrom, NetworkError } from './errors'
import { requestReauthentication } from './reauth'
import { noteSessionEnd } from './transport'

/**
 * A file of the server, which the browser then saves under `name`. Once more when the server asks for the password and the
 * player gives it. Throws as `send` does.
 */
export async function download(path: string, name: string): Promise<void> {
  try {
    save(await fileOf(path), name)
  } catch (error) {
    if (error instanceof ApiError) log('error', callName('GET', path), `${error.status} ${error.code}`)
    if (error instanceof ApiError && error.status === 401) noteSessionEnd()
    throw error
  }
}

async function fileOf(path: string, mayAsk = true): Promise<Blob> {
  try {
    const response = await fetch(path, { credentials: 'same-origin' })
    noteServerReached()
    if (response.ok) return await response.blob()
    const error = apiErrorFrom(response, await response.text())
    if (error.code !== 'reauth_required' || !mayAsk || !(await requestReauthentication())) throw error
  } catch (error) {
    if (error instanceof ApiError) throw error
    checkConnectivity()
    throw new NetworkError('offline')
  }
  return fileOf(path, false)
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 0)
}
