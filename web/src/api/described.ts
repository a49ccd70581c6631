/**
 * Typed calls of an API that the server describes. Paths, queries, bodies and answers come from the types that
 * `npm run gen` writes, so that a call the server does not know, or reads otherwise, does not compile. Only types are
 * generated and borrowed here: what goes over the wire is `transport.ts`.
 */
import type { FilterKeys, OkStatus, RequestBodyJSON } from 'openapi-typescript-helpers'
import { send, type Method, type SendOptions } from './transport'

/**
 * The server writes every field: what its description calls optional is null when there is nothing. So in an answer, and in
 * everything within it.
 */
export type Written<Shape> = Shape extends readonly (infer Item)[]
  ? Written<Item>[]
  : Shape extends object
    ? { [Field in keyof Shape]-?: Written<Exclude<Shape[Field], undefined>> }
    : Shape

/** The paths of a description that are answered under `M`. */
export type PathsUnder<Paths, M extends Method> = {
  [P in keyof Paths]: Paths[P] extends Record<Lowercase<M>, { responses: unknown }> ? P : never
}[keyof Paths] &
  string

type Operation<Paths, M extends Method, P extends keyof Paths> = FilterKeys<Paths[P], Lowercase<M>>

type Parameters<Call, Place extends 'path' | 'query'> = Call extends { parameters: Partial<Record<Place, infer Values>> } ? NonNullable<Values> : never

type Contents<Call> = Call extends { responses: infer Responses } ? FilterKeys<FilterKeys<Responses, OkStatus>, 'content'> : never

type Success<Call, Accept extends string> = [Contents<Call>] extends [never] ? undefined : FilterKeys<Contents<Call>, Accept>

/** What the server answers a successful call with, parsed; undefined for 204. */
export type AnswerOf<Paths, M extends Method, P extends keyof Paths, Accept extends string = 'application/json'> = Written<
  Success<Operation<Paths, M, P>, Accept>
>

/** The JSON body that a call sends; never for calls without one. */
export type BodyOf<Paths, M extends Method, P extends keyof Paths> = RequestBodyJSON<Operation<Paths, M, P>>

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
 * One call of an API under a path of its description; `{name}` in it is filled in from `options.path`. Answers and throws
 * as `send` does.
 */
export type Call<Paths> = <M extends Method, P extends PathsUnder<Paths, M>, Accept extends string = 'application/json'>(
  method: M,
  template: P,
  ...[options]: Rest<Options<Operation<Paths, M, P>, Accept>>
) => Promise<AnswerOf<Paths, M, P, Accept>>

/** The calls of the API that `Paths` describes. */
export function callsOf<Paths>(): Call<Paths> {
  const call = async (method: Method, template: string, options: Untyped = {}) => {
    const { path = {}, accept, ...others } = options
    const headers = accept ? { ...others.headers, Accept: accept } : others.headers
    return send(method, filled(template, path), { ...others, ...(headers && { headers }) })
  }
  // The one place where the description is taken at its word: the server's tests hold it to what is answered.
  return call as Call<Paths>
}

export type PathValues = Record<string, string | number>

type Untyped = SendOptions & { path?: PathValues; accept?: string }

/** The address of a path; the value of `{path}` is a path itself and keeps its slashes. */
export function filled(template: string, values: PathValues): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name])
    return name === 'path' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
}
