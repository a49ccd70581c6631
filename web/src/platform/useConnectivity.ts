import { useSyncExternalStore } from 'react'
import { isServerUnreachable, onConnectivityChange } from './connectivity'

function onNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the server can be reached: `offline` when the browser has no network, `unreachable` when the server does not answer. */
export function useConnectivity(): 'online' | 'offline' | 'unreachable' {
  const isOnline = useSyncExternalStore(
    onNetwork,
    () => navigator.onLine,
    () => true,
  )
  const isUnreachable = useSyncExternalStore(onConnectivityChange, isServerUnreachable, () => false)
  return !isOnline ? 'offline' : isUnreachable ? 'unreachable' : 'online'
}
