/** How much slower than this machine's the phone's processor is: as Lighthouse has it. */
const SLOWDOWN = 4

/** What a task may take before it counts as blocking. */
const FREE_MS = 50

/**
 * What tasks of the page block the phone for, in ms: of each after the first paint, what the processor worked on it beyond
 * 50 ms, were it four times slower. The total blocking time counts by the clock, on which other work of the machine shows
 * as tasks of the page; this is hardly moved by it.
 */
export function blockingWork({ traceEvents }) {
  const { pid, tid } = mainThread(traceEvents)
  const painted = Math.min(...traceEvents.filter((event) => event.pid === pid && event.name === 'firstContentfulPaint').map((event) => event.ts))
  const tasks = traceEvents.filter((event) => event.pid === pid && event.tid === tid && event.name.endsWith('RunTask') && event.ts >= painted)
  return tasks.reduce((sum, { tdur = 0 }) => sum + Math.max(0, (SLOWDOWN * tdur) / 1000 - FREE_MS), 0)
}

/** The thread that ran the most scripts. */
function mainThread(events) {
  const calls = new Map()
  for (const { name, pid, tid } of events) {
    if (name === 'FunctionCall') calls.set(`${pid} ${tid}`, { pid, tid, count: (calls.get(`${pid} ${tid}`)?.count ?? 0) + 1 })
  }
  return [...calls.values()].sort((a, b) => b.count - a.count)[0]
}
