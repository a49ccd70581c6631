/** Bounds of a whole number, both included. */
interface Bounds {
  min: number
  max: number
}

/** What a typed text says: a whole number, or the rule that it breaks. */
export type TypedWhole = { value: number } | { problem: 'integer' | 'min_value' | 'max_value' }

/** Reads a whole number as it is typed: digits alone, so that neither `5.1` nor `1e3` counts as one. */
export function readWhole(text: string, { min, max }: Bounds): TypedWhole {
  const typed = text.trim()
  const value = Number(typed)
  if (!/^\d+$/.test(typed)) return { problem: 'integer' }
  if (value < min) return { problem: 'min_value' }
  return value > max ? { problem: 'max_value' } : { value }
}
