/**
 * The stake one step lower (`-1`) or higher (`1`) than the current one. A
 * current stake that is not on offer counts as lying between its neighbours.
 */
export function nextStake(stakes: readonly number[], current: number, direction: 1 | -1): number {
  const ordered = stakes.toSorted((a, b) => a - b)
  const beyond =
    direction === 1 ? ordered.find((stake) => stake > current) : ordered.findLast((stake) => stake < current)
  return beyond ?? (direction === 1 ? (ordered.at(-1) ?? current) : (ordered[0] ?? current))
}

/** The highest stake on offer that the balance still covers, at most the wanted one; undefined if none is. */
export function affordableStake(stakes: readonly number[], wanted: number, balance: number): number | undefined {
  return stakes.toSorted((a, b) => a - b).findLast((stake) => stake <= wanted && stake <= balance)
}
