import type { BalanceFrame } from '../types'

const listeners = new Set<(frame: BalanceFrame) => void>()

/** Calls `listener` with every balance that realtime tells; the answer ends that. */
export function onBalanceFrame(listener: (frame: BalanceFrame) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function passFrameOn(frame: BalanceFrame): void {
  for (const listener of listeners) listener(frame)
}
