import { log } from '@/platform/log'
import { checkConnectivity, noteServerReached } from '@/platform/connectivity'
import type { Answer, PathsOf } from './client'
import { callName } from './callName'
import { filled, type AnswerOf, type PathsUnder, type PathValues } from './described'
import { ApiError, apiErrorFrom, NetworkError } from './errors'
import { headersOf, newIdempotencyKey, noteSessionEnd, queryText, type SendOptions } from './transport'

/** A file may take longer than a call: 10 MiB over a slow phone line, and the answer. */
const UPLOAD_MS = 150_000

export interface UploadOptions {
  /** What `{name}` in the address is filled in with. */
  path?: PathValues
  query?: SendOptions['query']
  /** The same for every try with the same file. */
  idempotencyKey: string
  /** Gets how much of the file has left, from 0 to 1. */
  onProgress: (share: number) => void
  signal?: AbortSignal
}

const keys = new WeakMap<Blob, string>()

/** The key that a chosen file goes under, at every try; the same file chosen anew goes under another. */
export function keyOfFile(file: Blob): string {
  const key = keys.get(file) ?? newIdempotencyKey()
  keys.set(file, key)
  return key
}

/** Sends a file to the site as the body of one call, as `uploadsOf` tells. */
export function upload<P extends PathsOf<'POST'>>(path: P, file: Blob, options: UploadOptions): Promise<Answer<'POST', P>> {
  return sent(path, file, options) as Promise<Answer<'POST', P>>
}

/**
 * Sends files as the bodies of calls of the API that `Paths` describes, and tells how far each is, which `fetch` cannot. Made
 * once: the person who sees it fail sends it again under the same key. Answers and throws as `send` does.
 */
export function uploadsOf<Paths>() {
  return <P extends PathsUnder<Paths, 'POST'>>(path: P, file: Blob, options: UploadOptions): Promise<AnswerOf<Paths, 'POST', P>> =>
    sent(path, file, options) as Promise<AnswerOf<Paths, 'POST', P>>
}

async function sent(path: string, file: Blob, options: UploadOptions): Promise<unknown> {
  try {
    return answerOf(await sendFile(filled(path, options.path ?? {}), file, options))
  } catch (error) {
    if (error instanceof ApiError) log('error', callName('POST', path), `${error.status} ${error.code}`)
    if (error instanceof NetworkError) log('error', callName('POST', path), error.reason)
    if (error instanceof ApiError && error.status === 401) noteSessionEnd()
    throw error
  }
}

/** The call once its answer is whole. */
function sendFile(path: string, file: Blob, { query, idempotencyKey, onProgress, signal }: UploadOptions): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const call = new XMLHttpRequest()
    const abort = () => call.abort()
    const ended = (reason: 'offline' | 'timeout') => () => {
      checkConnectivity()
      reject(new NetworkError(reason))
    }
    call.open('POST', path + queryText(query))
    for (const [name, value] of Object.entries(headersOf({ idempotencyKey }))) call.setRequestHeader(name, value)
    call.setRequestHeader('Content-Type', 'application/octet-stream')
    call.timeout = UPLOAD_MS
    call.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    })
    call.addEventListener('error', ended('offline'))
    call.addEventListener('timeout', ended('timeout'))
    call.addEventListener('abort', () => reject(signal?.reason as Error))
    call.addEventListener('load', () => {
      noteServerReached()
      resolve(call)
    })
    call.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    signal?.addEventListener('abort', abort)
    call.send(file)
  })
}

function answerOf(call: XMLHttpRequest): unknown {
  if (call.status < 200 || call.status > 299) {
    const retryAfter = call.getResponseHeader('retry-after')
    throw apiErrorFrom(new Response(null, { status: call.status, headers: retryAfter ? { 'retry-after': retryAfter } : {} }), call.responseText)
  }
  if (call.status === 204) return undefined
  try {
    return JSON.parse(call.responseText) as unknown
  } catch (error) {
    throw new NetworkError('unreadable', { cause: error })
  }
}
