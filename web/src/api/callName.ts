/**
 * Parts of a path that identify a record: numbers, words of 16 characters or more with a digit, such as UUIDs and tokens, and
 * the placeholders of a path that is not filled in, such as `{id}`.
 */
const ID = /^(?:\d+|(?=.*\d)[\w-]{16,}|\{\w+\})$/

/**
 * The name of a call in the log: its method and path in capitals without the query, `ID` for each identifier, such as
 * `GET_API_PLAYER_PAYMENTS_ID`.
 */
export function callName(method: string, path: string): string {
  const [address = ''] = path.split('?')
  const parts = address.split('/').filter(Boolean)
  const words = parts.map((part) => (ID.test(part) ? 'ID' : part.replaceAll(/[^a-zA-Z0-9]+/g, '_')))
  return [method, ...words].join('_').toUpperCase()
}
