import type { Gift } from './gifts'

/** The ids of the bonuses that wait in a wallet of `currency`, the next one first. */
export function waitingIn(current: readonly Gift[], currency: string): string[] {
  return current.flatMap(({ type, gift }) => (type === 'bonus' && gift.stage === 'wait' && gift.currency === currency ? [gift.id] : []))
}

/** The list with `id` one step towards its beginning (-1) or its end (1). */
export function moved(ids: readonly string[], id: string, step: -1 | 1): string[] {
  const from = ids.indexOf(id)
  const to = from + step
  if (from < 0 || to < 0 || to >= ids.length) return [...ids]
  const others = ids.filter((other) => other !== id)
  return [...others.slice(0, to), id, ...others.slice(to)]
}
