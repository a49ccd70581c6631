/** One complaint about one field of a request. */
export interface FieldError {
  code: string
  message: string
}

/** Fields of the request with what is wrong with them. */
export type FieldErrors = Record<string, FieldError[]>

/** An answer of the server that is not a success. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    readonly status: number,
    /** Stable code, translated by the message `error.{code}`. */
    readonly code: string,
    message: string,
    /** Set for 422 answers. */
    readonly fields: FieldErrors = {},
    /** Seconds until the call may be tried again; set for 429 and 503 answers that say so. */
    readonly retryAfterSeconds: number | null = null,
    /** Whether the body was the server's own; a proxy answers with pages of HTML. */
    readonly isReadable = true,
    /** When what is refused will be possible again (RFC 3339), where the server says so. */
    readonly until: string | null = null,
  ) {
    super(message)
  }
}

/** No answer came: the network failed or the time ran out. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'

  constructor(
    /** `unreadable`: a success came whose body is not JSON, so somebody else than the server has answered. */
    readonly reason: 'offline' | 'timeout' | 'unreadable',
    options?: ErrorOptions,
  ) {
    super(`no answer: ${reason}`, options)
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function fieldErrorsOf(value: unknown): FieldErrors {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value)
      .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
      .map(([field, errors]) => [
        field,
        errors.filter(isRecord).map((error) => ({
          code: typeof error.code === 'string' ? error.code : 'invalid',
          message: typeof error.message === 'string' ? error.message : '',
        })),
      ]),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Reads an error answer with the body `text`; anything malformed becomes the code `internal`. */
export function apiErrorFrom(response: Response, text: string): ApiError {
  const body = parsed(text)
  const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
  const retryAfterSeconds = Number.isNaN(retryAfter) ? null : retryAfter
  if (isRecord(body) && isRecord(body.errors)) {
    const fields = fieldErrorsOf(body.errors)
    const first = Object.values(fields).flat()[0]
    return new ApiError(response.status, first?.code ?? 'bad_request', first?.message ?? '', fields, retryAfterSeconds)
  }
  const isReadable = isRecord(body) && isRecord(body.error)
  const error = isReadable ? (body.error as Record<string, unknown>) : {}
  const code = typeof error.code === 'string' ? error.code : 'internal'
  const message = typeof error.message === 'string' ? error.message : response.statusText
  const until = typeof error.until === 'string' && !Number.isNaN(Date.parse(error.until)) ? error.until : null
  return new ApiError(response.status, code, message, {}, retryAfterSeconds, isReadable, until)
}
