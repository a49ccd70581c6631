/** The list with the entry at `from` at the place `to`; an unchanged copy when `from` or `to` is out of range. */
export function moved<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const entry = entries[from]
  if (entry === undefined || to < 0 || to >= entries.length) return [...entries]
  const others = entries.filter((_, place) => place !== from)
  return [...others.slice(0, to), entry, ...others.slice(to)]
}
