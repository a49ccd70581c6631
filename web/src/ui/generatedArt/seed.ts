/** Numbers that look random and are always the same for a text. */
export interface Seed {
  /** A number from 0 up to, not including, 1. */
  next(): number
  between(low: number, high: number): number
  pick<Choice>(choices: readonly [Choice, ...Choice[]]): Choice
}

/** FNV-1a with the finishing steps of MurmurHash3, so that names that differ in one letter lie far apart. */
function hashOf(text: string): number {
  let hash = 2_166_136_261
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507)
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The numbers of a text (mulberry32). */
export function seedOf(text: string): Seed {
  let state = hashOf(text)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  }
}
