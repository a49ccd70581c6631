import { randomHex } from './random'

/** The navigation under way or last made: everything that follows from it carries its id, here and on the server. */
let trace = randomHex(16)

/** Id of the current navigation: 32 hex digits. */
export function traceId(): string {
  return trace
}

/** A navigation begins; answers its id. */
export function beginTrace(): string {
  trace = randomHex(16)
  return trace
}

/** The header `traceparent` (W3C Trace Context) for one call of the current navigation; every trace is sampled. */
export function traceParent(): string {
  return `00-${trace}-${randomHex(8)}-01`
}
