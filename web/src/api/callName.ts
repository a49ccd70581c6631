/** Parts of a path that name one record of many: numbers, and long words with digits such as UUIDs and tokens. */
const ID = /^(?:\d+|(?=.*\d)[\w-]{16,})$/

/**
 * What a failed call is called in the log: method and path in capitals, records as ID, such as
 * `GET_API_PLAYER_PAYMENTS_ID`. The query does not count.
 */
export function callName(method: string, path: string): string {
  const [address = ''] = path.split('?')
  const parts = address.split('/').filter(Boolean)
  const words = parts.map((part) => (ID.test(part) ? 'ID' : part.replaceAll(/[^a-zA-Z0-9]+/g, '_')))
  return [method, ...words].join('_').toUpperCase()
}
