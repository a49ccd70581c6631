/** A title must have more than two characters to be searched for. */
const TERM_LENGTH_MIN = 3

/** What to search for: spaces at the ends do not count; null while it is too short. */
export function searchTerm(text: string): string | null {
  const term = text.trim()
  return term.length >= TERM_LENGTH_MIN ? term : null
}

/** The longest part of a term that is said back. */
const SAID_LENGTH_MAX = 40

/** A term as it is said back to who searched for it: its beginning, when it is long. */
export function shortened(term: string): string {
  const letters = [...term]
  return letters.length > SAID_LENGTH_MAX ? `${letters.slice(0, SAID_LENGTH_MAX).join('')}…` : term
}
