/** The list with the entry at `from` at the place `to`; the same list where there is no such place. */
export function moved<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const entry = entries[from]
  if (entry === undefined || to < 0 || to >= entries.length) return [...entries]
  const others = entries.filter((_, place) => place !== from)
  return [...others.slice(0, to), entry, ...others.slice(to)]
}

/** What was typed with commas between, without blanks. */
export const words = (typed: string): string[] =>
  typed
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

/** Badges as they are typed: `popular:gold, new:blue`. */
export const badgesText = (badges: readonly { type: string; theme: string }[]): string => badges.map(({ type, theme }) => `${type}:${theme}`).join(', ')

export const badgesOf = (typed: string): { type: string; theme: string }[] =>
  words(typed).map((word) => {
    const [type = '', theme = ''] = word.split(':', 2)
    return { type: type.trim(), theme: theme.trim() }
  })
