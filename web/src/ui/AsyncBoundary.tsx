import { CatchBoundary } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { logError } from '@/platform/log'

interface AsyncBoundaryProps {
  children: ReactNode
  /** Keeps its place until it is there. */
  fallback?: ReactNode
}

/** A part of the frame that comes by itself: while it is away, or when it fails, the rest of the site goes on. */
export function AsyncBoundary({ children, fallback }: AsyncBoundaryProps) {
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={Nothing} onCatch={(error) => logError('RENDER_ERROR', error)}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </CatchBoundary>
  )
}

function Nothing() {
  return null
}
