/** The row that a key leads to from the row at `place` of so many; null for keys that lead nowhere. */
export function nextRow(key: string, place: number, count: number): number | null {
  if (place < 0 || count === 0) return null
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(place + 1, last)
    case 'ArrowUp':
      return Math.max(place - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
