/** Documents of which the server estimates what they cost. */
const ESTIMATED = ['adventures.toml', 'jackpots.toml', 'lootboxes.toml', 'lotteries.toml', 'loyalty.toml', 'statuses.toml', 'tournaments.toml']

/** Whether it can be asked what the draft of `path` would have cost. */
export function isEstimated(path: string): boolean {
  return ESTIMATED.includes(path)
}

/** Whether a draft of `path` can be tried on the payments of the last days. */
export function isTried(path: string): boolean {
  return path === 'fraud_rules.toml'
}

/** Whether the weights of a box are no percentages, with or without decimals: 100, 1000, 10000 and so on. */
export function isNoHundred(weights: number): boolean {
  return !/^10{2,}$/.test(String(weights))
}

/** The chance of a weight among all `weights`, in percent with two decimals. */
export function chance(weight: number, weights: number): string {
  return (weights === 0 ? 0 : (weight * 100) / weights).toFixed(2)
}
