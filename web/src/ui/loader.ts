import { useSyncExternalStore } from 'react'

let running = 0
const listeners = new Set<() => void>()

function count(step: 1 | -1): void {
  running += step
  for (const listener of listeners) listener()
}

/** Shows the page's loader until `work` has ended, well or not; several at once keep it until the last has. */
export async function whileLoading<Result>(work: Promise<Result>): Promise<Result> {
  count(1)
  try {
    return await work
  } finally {
    count(-1)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether any work that blocks the visitor is under way. */
export function useIsLoading(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => running > 0,
    () => false,
  )
}
