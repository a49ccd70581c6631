import type { Settings } from '@/api/types'
import { importWithRetry } from '@/platform/importWithRetry'

interface Listeners {
  onFrame: (channel: string, data: unknown) => void
  onConnected: () => void
  onDisconnected: () => void
  /** Frames of this channel were lost while away, more than the server gives again. */
  onGap: (channel: string) => void
  /** The server ended the session behind this connection. */
  onSessionEnd: () => void
  /** A fresh token for a connection whose token ran out. */
  freshToken: () => Promise<string>
}

/**
 * The server closes with this code when the session is signed out elsewhere. The client comes back by
 * itself, with a fresh token for whoever is here then.
 */
const SESSION_END_CODE = 4401

/** The socket's full address from the path that settings name: mirrors keep their own host. */
export function socketUrl(path: string, location: Pick<Location, 'protocol' | 'host'>): string {
  if (/^wss?:/.test(path)) return path
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`
}

/**
 * Opens the connection; the server subscribes it to the visitor's channels by the token. Lost
 * connections come back by themselves and are sent what they missed. Returns how to close.
 */
export async function connect(realtime: Settings['realtime'], listeners: Listeners): Promise<() => void> {
  const { Centrifuge } = await importWithRetry(() => import('centrifuge'))
  const centrifuge = new Centrifuge(socketUrl(realtime.url, window.location), {
    token: realtime.token,
    getToken: listeners.freshToken,
    minReconnectDelay: 1_000,
    maxReconnectDelay: 30_000,
  })
  centrifuge.on('publication', ({ channel, data }) => listeners.onFrame(channel, data))
  centrifuge.on('connected', listeners.onConnected)
  centrifuge.on('connecting', ({ code }) => {
    listeners.onDisconnected()
    if (code === SESSION_END_CODE) listeners.onSessionEnd()
  })
  centrifuge.on('disconnected', listeners.onDisconnected)
  centrifuge.on('subscribed', ({ channel, wasRecovering, recovered }) => {
    if (wasRecovering && !recovered) listeners.onGap(channel)
  })
  centrifuge.connect()
  return () => {
    centrifuge.removeAllListeners()
    centrifuge.disconnect()
  }
}
