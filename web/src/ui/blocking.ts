import { useEffect, useSyncExternalStore } from 'react'

// What the visitor is in the middle of (signing in, paying, answering a question that must be answered) is not
// talked over: prompts and surveys wait until nothing blocks them.

let blocking = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1): void {
  blocking += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** While `active`, nothing that can wait may come up. */
export function useBlocking(active: boolean): void {
  useEffect(() => {
    if (!active) return
    change(1)
    return () => change(-1)
  }, [active])
}

/** Whether something is open that prompts and surveys must not talk over. */
export function useIsBlocked(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => blocking > 0,
    () => false,
  )
}
