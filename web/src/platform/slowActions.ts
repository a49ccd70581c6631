let slow = 0
const listeners = new Set<(isSlow: boolean) => void>()

function change(by: 1 | -1): void {
  const wasSlow = slow > 0
  slow += by
  if (wasSlow === slow > 0) return
  for (const listener of listeners) listener(slow > 0)
}

/** Calls `listener` when the first action has become slow and when the last slow one has ended. Returns how to stop. */
export function onSlowActions(listener: (isSlow: boolean) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Counts an action as slow once `afterMs` have passed. Returns how to tell that it has ended. */
export function noteSlow(afterMs: number): () => void {
  let isSlow = false
  const timer = setTimeout(() => {
    isSlow = true
    change(1)
  }, afterMs)
  return () => {
    clearTimeout(timer)
    if (isSlow) change(-1)
    isSlow = false
  }
}
