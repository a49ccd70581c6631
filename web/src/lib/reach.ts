/** What tells whether the house answers: small, and open to everybody. */
const PROBE = '/client-context'
const PROBE_MS = 3_000

let missing = false
let isLooking = false
const listeners = new Set<() => void>()

function change(isMissing: boolean): void {
  if (missing === isMissing) return
  missing = isMissing
  for (const listener of listeners) listener()
}

/** Whether the house does not answer at all: neither this call nor any other. */
export const isHouseMissing = (): boolean => missing

/** Calls `listener` whenever the house goes away or is back. Returns how to stop. */
export function onReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls `listener` whenever the house is back. Returns how to stop. */
export const onBack = (listener: () => void): (() => void) => onReach(() => !missing && listener())

/** Something was answered, whatever it was told. */
export const noteReached = (): void => change(false)

/** The house has no answer for anybody: looks until it is back. */
export function noteMissing(): void {
  change(true)
  suspectMissing()
}

/** Something had no answer: finds out whether that is the house's doing, and if so, looks until it is back. */
export function suspectMissing(): void {
  // Pages are also drawn when the site is built, where there is no house to look for.
  if (isLooking || typeof window === 'undefined') return
  isLooking = true
  void look()
}

async function look(): Promise<void> {
  try {
    await fetch(PROBE, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) })
    isLooking = false
    noteReached()
  } catch {
    change(true)
    setTimeout(() => void look(), PROBE_MS)
  }
}
