/** What tells whether the server answers: small, and open to everybody. */
const PROBE = '/client-context'
const PROBE_MS = 3_000

/** What proxies answer in place of a server that is away or starting. */
const GATEWAY = new Set([502, 503, 504])

/** Whether an answer with this status says nothing of the call but that the server could not be asked. */
export const isGateway = (status: number): boolean => GATEWAY.has(status)

let unreachable = false
let isLooking = false
const listeners = new Set<() => void>()

function change(isUnreachable: boolean): void {
  if (unreachable === isUnreachable) return
  unreachable = isUnreachable
  for (const listener of listeners) listener()
}

/** Whether the server does not answer at all: neither this call nor any other. */
export const isServerUnreachable = (): boolean => unreachable

/** Calls `listener` whenever the server goes away or is back. Returns how to stop. */
export function onConnectivityChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls `listener` whenever the server is back. Returns how to stop. */
export const onReconnect = (listener: () => void): (() => void) => onConnectivityChange(() => !unreachable && listener())

/** Something was answered, whatever it was told. */
export const noteServerReached = (): void => change(false)

/** The server has no answer for anybody: looks until it is back. */
export function noteServerUnreachable(): void {
  change(true)
  checkConnectivity()
}

/** Something had no answer: finds out whether the server is away, and if so, looks until it is back. */
export function checkConnectivity(): void {
  // Pages are also drawn when the site is built, where there is no server to look for.
  if (isLooking || typeof window === 'undefined') return
  isLooking = true
  void look()
}

async function look(): Promise<void> {
  try {
    const { status, headers } = await fetch(PROBE, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) })
    // The server's own refusals are JSON.
    if (isGateway(status) && !headers.get('content-type')?.includes('json')) throw new Error(`a proxy answers ${status}`)
    isLooking = false
    noteServerReached()
  } catch {
    change(true)
    setTimeout(() => void look(), PROBE_MS)
  }
}
