/** A title must have more than two characters to be searched for. */
const TERM_LENGTH_MIN = 3

/** What to search for: spaces at the ends do not count; null while it is too short. */
export function searchTerm(text: string): string | null {
  const term = text.trim()
  return term.length >= TERM_LENGTH_MIN ? term : null
}
