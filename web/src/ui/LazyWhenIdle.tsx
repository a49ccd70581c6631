import { createElement, startTransition, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { importWithRetry } from '@/platform/importWithRetry'
import { idleQueue } from '@/platform/idle'
import { logError } from '@/platform/log'
import { useIsBlocked } from './blocking'
import { AsyncBoundary } from './AsyncBoundary'

interface LazyWhenIdleProps {
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
export function LazyWhenIdle({ load, ms, fallback }: LazyWhenIdleProps) {
  const [come, setCome] = useState<{ Come: ComponentType }>()
  const isBlocked = useIsBlocked()
  const waits = come !== undefined || (ms !== undefined && isBlocked)
  useEffect(() => {
    if (waits) return
    let isWanted = true
    const bring = async () => {
      await idleQueue()
      if (!isWanted) return
      try {
        const Come = await importWithRetry(load)
        // Who has left meanwhile takes no turn from those who are still there.
        if (!isWanted) return
        await idleQueue()
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
  return come ? <AsyncBoundary fallback={fallback}>{createElement(come.Come)}</AsyncBoundary> : fallback
}
