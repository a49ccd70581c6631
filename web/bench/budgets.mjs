/** Figures against their budgets: each is printed as it comes, and all together at the end. */

const rows = []

export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

/**
 * Holds the median of `values` to a budget: `most` or `least`. A figure that is missing misses its budget.
 */
export function hold(name, values, { least, most }) {
  const value = median(values)
  const holds = least === undefined ? value <= most : value >= least
  const bound = least === undefined ? `most=${most}` : `least=${least}`
  rows.push({ name, value: Number(value?.toFixed(3)), bound, holds })
  console.log(`RESULT name=${name} value=${Number(value?.toFixed(3))} ${bound} ${holds ? 'ok' : 'MISSED'}`)
}

/** Prints the table; answers whether every budget held. */
export function table() {
  const width = Math.max(...rows.map(({ name }) => name.length))
  console.log()
  for (const { name, value, bound, holds } of rows) {
    console.log(`${holds ? '✓' : '✗'} ${name.padEnd(width)} ${String(value).padStart(9)}  ${bound}`)
  }
  const missed = rows.filter(({ holds }) => !holds).length
  console.log(`\n${rows.length - missed} budgets held, ${missed} missed`)
  return rows.length > 0 && missed === 0
}
