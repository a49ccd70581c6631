interface TypedBadge {
  type: string
  theme: string
}

/** What was typed with commas between, without blanks. */
export const words = (typed: string): string[] =>
  typed
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

/** Badges as they are typed: `popular:gold, new:blue`. */
export const badgesText = (badges: readonly TypedBadge[]): string => badges.map(({ type, theme }) => `${type}:${theme}`).join(', ')

/** Badges from what is typed. A second colon stays in the theme, which the server then refuses. */
export const badgesOf = (typed: string): TypedBadge[] =>
  words(typed).map((word) => {
    const [type = '', ...theme] = word.split(':')
    return { type: type.trim(), theme: theme.join(':').trim() }
  })
