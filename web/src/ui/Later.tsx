import { createElement, startTransition, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { chunk } from '@/lib/chunk'
import { idleTurn } from '@/lib/idle'
import { logError } from '@/lib/log'
import { useIsBlocked } from './blocking'
import { Part } from './Part'

interface LaterProps {
  /** Brings what comes; a constant of the module. */
  load: () => Promise<ComponentType>
  /** It comes once the page has been left alone for so long; as soon as the browser is idle when left out. */
  ms?: number
  /** Keeps its place until it is there. */
  fallback?: ReactNode
}

/**
 * Keeps what nobody needs at first away from the first look at the page: it comes once that is done, in small steps, and
 * one after the other. Nothing comes when it cannot be loaded.
 */
export function Later({ load, ms, fallback }: LaterProps) {
  const [come, setCome] = useState<{ Come: ComponentType }>()
  const isBlocked = useIsBlocked()
  const waits = come !== undefined || (ms !== undefined && isBlocked)
  useEffect(() => {
    if (waits) return
    let isWanted = true
    const bring = async () => {
      await idleTurn()
      if (!isWanted) return
      try {
        const Come = await chunk(load)
        // Who has left meanwhile takes no turn from those who are still there.
        if (!isWanted) return
        await idleTurn()
        if (isWanted) startTransition(() => setCome({ Come }))
      } catch (error) {
        logError('RENDER_ERROR', error)
      }
    }
    const timer = ms === undefined ? undefined : setTimeout(() => void bring(), ms)
    if (ms === undefined) void bring()
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [load, ms, waits])
  return come ? <Part fallback={fallback}>{createElement(come.Come)}</Part> : fallback
}
