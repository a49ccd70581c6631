import { vi } from 'vitest'

/** What the page brings later, a part at a time while it is idle, has come by then. */
export const TURNS_MS = 1_500

/** Ends a test with made-up time: what waits for its turn has it, for none may be left to the next test. */
export async function endTurns(): Promise<void> {
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(TURNS_MS)
  vi.useRealTimers()
}
