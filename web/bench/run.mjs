// Measures the site in a browser against its budgets and fails when one is missed. `cargo xtask bench web` starts
// a server and names it in CROUPIER_BENCH_URL; arguments choose the checks whose names contain one of them.
import { checks as frames } from './frames.mjs'
import { checks as interactions } from './interactions.mjs'
import { checks as pages } from './lighthouse.mjs'
import { checks as scrolling } from './scrolling.mjs'
import { table } from './budgets.mjs'

const wanted = process.argv.slice(2)
const all = [...pages, ...interactions, ...scrolling, ...frames]
for (const { name, run } of all) {
  if (wanted.length === 0 || wanted.some((part) => name.includes(part))) await run()
}
// Whatever the browser has left open does not keep the command waiting.
process.exit(table() ? 0 : 1)
