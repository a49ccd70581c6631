/** Where a key leads in a grid of `count` places in `columns`, from `place`; null where the key is none of the grid's. */
export function stepIn(key: string, place: number, count: number, columns: number): number | null {
  if (place < 0 || count === 0) return null
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -Math.max(1, columns), ArrowDown: Math.max(1, columns) }
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  if (step === undefined) return null
  const next = place + step
  return next < 0 || next >= count ? place : next
}
