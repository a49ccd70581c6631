import { keysAfter, tOptional } from './messages'

/** What a game has (`Free spins`, `20 lines`) in the player's language; the phrase itself when it has no text. */
export function mechanicText(phrase: string): string {
  const [, count, rest] = /^(\d+) (.+)$/.exec(phrase) ?? []
  return count ? tOptional(`mechanic.# ${rest}`, phrase, { count: Number(count) }) : tOptional(`mechanic.${phrase}`, phrase)
}

/** The phrases of which [`mechanicText`] has a text, with `#` for their number. */
export function mechanicPhrases(): string[] {
  return keysAfter('mechanic.')
}
