// The clock of a visitor's device may be wrong by minutes. What ends by the server's clock is counted down by it.

/** Below this the two clocks are taken for one: the server tells whole seconds. */
const IGNORED_MS = 2_000
const SECOND_MS = 1_000

let offsetMs = 0

/**
 * Learns from the `Date` of an answer how far the server's clock is ahead of the device's. `sentAt` and `receivedAt` are
 * those of the call in Unix milliseconds by the device: the server has written the date in between. What is known changes by
 * no more than the answer asks for, so a slow answer, which tells less, changes less.
 */
export function noteServerDate(date: string | null, sentAt: number, receivedAt: number): void {
  const server = Date.parse(date ?? '')
  if (Number.isNaN(server) || receivedAt < sentAt) return
  const least = server - receivedAt
  const most = server + SECOND_MS - sentAt
  const next = Math.min(Math.max(offsetMs, least), most)
  if (Math.abs(next) < IGNORED_MS) offsetMs = 0
  else if (Math.abs(next - offsetMs) >= IGNORED_MS) offsetMs = next
}

/** The time of day by the server's clock, in Unix milliseconds, as far as it is known. */
export function serverNow(): number {
  return Date.now() + offsetMs
}
