/**
 * The typed calls of the site. Paths, queries, bodies and answers come from the server's own description (`schema.d.ts`,
 * written by `npm run gen`), so that a call the server does not know, or reads otherwise, does not compile. Only types are
 * generated and borrowed here: what goes over the wire is `transport.ts`.
 */
import type { FilterKeys, OkStatus, RequestBodyJSON } from 'openapi-typescript-helpers'
import type { paths } from './schema'
import { send, type Method, type SendOptions } from './transport'
import type { Written } from './types'

/** The paths that the server answers under `M`. */
export type PathsOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<Lowercase<M>, { responses: unknown }> ? P : never
}[keyof paths]

type Operation<M extends Method, P extends keyof paths> = FilterKeys<paths[P], Lowercase<M>>

type Parameters<Call, Place extends 'path' | 'query'> = Call extends { parameters: Partial<Record<Place, infer Values>> } ? NonNullable<Values> : never

type Contents<Call> = Call extends { responses: infer Responses } ? FilterKeys<FilterKeys<Responses, OkStatus>, 'content'> : never

type Success<Call, Accept extends string> = [Contents<Call>] extends [never] ? undefined : FilterKeys<Contents<Call>, Accept>

/** What the server answers a successful call with, parsed; undefined for 204. */
export type Answer<M extends Method, P extends PathsOf<M>, Accept extends string = 'application/json'> = Written<Success<Operation<M, P>, Accept>>

/** The JSON body that a call sends; never for calls without one. */
export type Body<M extends Method, P extends PathsOf<M>> = RequestBodyJSON<Operation<M, P>>

/** An absent value of a query is left out of the address. */
type Query<Values> = { [Name in keyof Values]: Values[Name] | null }

type PathOption<Call> = [Parameters<Call, 'path'>] extends [never] ? { path?: never } : { path: Parameters<Call, 'path'> }
type QueryOption<Call> = [Parameters<Call, 'query'>] extends [never]
  ? { query?: never }
  : object extends Parameters<Call, 'query'>
    ? { query?: Query<Parameters<Call, 'query'>> }
    : { query: Query<Parameters<Call, 'query'>> }
type BodyOption<Call> = [RequestBodyJSON<Call>] extends [never] ? { body?: never } : { body: RequestBodyJSON<Call> }

type Options<Call, Accept extends string> = Omit<SendOptions, 'query' | 'body'> &
  PathOption<Call> &
  QueryOption<Call> &
  BodyOption<Call> & {
    /** The media type of the answer, for calls that answer in several. */
    accept?: Accept
  }

type Rest<Values> = object extends Values ? [options?: Values] : [options: Values]

/**
 * One call of the API under a path of the description; `{name}` in it is filled in from `options.path`. Answers and throws
 * as `send` does.
 */
export async function request<M extends Method, P extends PathsOf<M>, Accept extends string = 'application/json'>(
  method: M,
  template: P,
  ...[options]: Rest<Options<Operation<M, P>, Accept>>
): Promise<Answer<M, P, Accept>> {
  const { path = {}, accept, ...others } = (options ?? {}) as SendOptions & { path?: PathValues; accept?: string }
  const headers = accept ? { ...others.headers, Accept: accept } : others.headers
  const answer = await send(method, filled(template, path), { ...others, ...(headers && { headers }) })
  // The one place where the description is taken at its word: the server's tests hold it to what is answered.
  return answer as Answer<M, P, Accept>
}

type PathValues = Record<string, string | number>

/** The address of a path; the value of `{path}` is a path itself and keeps its slashes. */
function filled(template: string, values: PathValues): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name])
    return name === 'path' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
}
