import { useEffect, useState } from 'react'
import { log } from '@/platform/log'
import { buildOf, watchWorker } from './worker'

/** Starts the site's worker. Answers how to change to a newer build; null while there is none. */
export function useUpdate(): (() => void) | null {
  const [change, setChange] = useState<(() => void) | null>(null)
  useEffect(() => {
    // In development modules are served one by one and change at every keystroke.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    let stop: (() => void) | null = null
    let isGone = false
    const source = { container: navigator.serviceWorker, build: buildOf(document), reload: () => window.location.reload() }
    watchWorker(source, (next) => setChange(() => next)).then(
      (found) => {
        if (isGone) found()
        else stop = found
      },
      // The site works without it, only not offline.
      (error: unknown) => log('warning', 'SERVICE_WORKER', String(error)),
    )
    return () => {
      isGone = true
      stop?.()
    }
  }, [])
  return change
}
