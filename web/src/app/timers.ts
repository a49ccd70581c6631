import type { TimeoutProvider } from '@tanstack/react-query'

/** Delays that are shorter than this are kept to the millisecond. */
const LONG_MS = 5_000

/** The longer ones end with the second. */
const STEP_MS = 1_000

/** What a browser's own timer holds at most. */
const LONGEST_MS = 2 ** 31 - 1

interface Waiting {
  due: number
  callback: () => void
}

/**
 * Timers for the cache, which sets two for each thing that is shown: when it is stale, and when nobody has looked at it
 * for long. A timer of the browser for each took a slow phone longer than to draw the page; the long ones share one.
 */
export function createTimers(): TimeoutProvider<number> {
  /** By their numbers, which are negative: those of the browser are not. */
  const waiting = new Map<number, Waiting>()
  let last = 0
  let wakesAt = Infinity
  let timer: ReturnType<typeof window.setTimeout> | undefined

  function wakeAt(due: number): void {
    if (due >= wakesAt) return
    window.clearTimeout(timer)
    wakesAt = due
    timer = window.setTimeout(wake, Math.min(due - performance.now(), LONGEST_MS))
  }

  function wake(): void {
    wakesAt = Infinity
    const now = performance.now()
    for (const [id, { due, callback }] of waiting) {
      if (due > now) continue
      waiting.delete(id)
      callback()
    }
    wakeAt([...waiting.values()].reduce((first, { due }) => Math.min(first, due), Infinity))
  }

  return {
    setTimeout(callback, delay) {
      if (delay < LONG_MS) return window.setTimeout(callback, delay)
      last -= 1
      const due = Math.ceil((performance.now() + delay) / STEP_MS) * STEP_MS
      waiting.set(last, { due, callback })
      wakeAt(due)
      return last
    },
    clearTimeout(id) {
      if (id === undefined || !waiting.delete(id)) window.clearTimeout(id)
    },
    setInterval: (callback, delay) => window.setInterval(callback, delay),
    clearInterval: (id) => window.clearInterval(id),
  }
}
