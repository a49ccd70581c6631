/** The typed calls of the site, from the server's own description (`schema.d.ts`, written by `npm run gen`). */
import { callsOf, type AnswerOf, type BodyOf, type PathsUnder } from './described'
import type { paths } from './schema'
import type { Method } from './transport'

/** The paths that the server answers under `M`. */
export type PathsOf<M extends Method> = PathsUnder<paths, M>

/** What the server answers a successful call with, parsed; undefined for 204. */
export type Answer<M extends Method, P extends PathsOf<M>, Accept extends string = 'application/json'> = AnswerOf<paths, M, P, Accept>

/** The JSON body that a call sends; never for calls without one. */
export type Body<M extends Method, P extends PathsOf<M>> = BodyOf<paths, M, P>

/**
 * One call of the API under a path of the description; `{name}` in it is filled in from `options.path`. Answers and throws
 * as `send` does.
 */
export const request = callsOf<paths>()
