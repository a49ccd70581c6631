import { vi } from 'vitest'

/** What the page brings later, a part at a time while it is idle, has come by then. */
export const IDLE_QUEUE_MS = 1_500

/** Ends a test with made-up time: what waits for its turn has it, for none may be left to the next test. */
export async function flushIdleQueue(): Promise<void> {
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(IDLE_QUEUE_MS)
  vi.useRealTimers()
}
