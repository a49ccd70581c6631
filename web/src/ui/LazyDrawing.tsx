import type { ComponentType } from 'react'
import { LazyWhenIdle } from './LazyWhenIdle'

interface LazyDrawingProps {
  /** Brings the drawing; a constant of the module. */
  load: () => Promise<ComponentType>
  /** Its width in pixels. */
  width?: number
}

/** A drawing of what any page may turn into, such as a failure: it is no part of what a page loads first, and its place is kept. */
export function LazyDrawing({ load, width = 240 }: LazyDrawingProps) {
  return <LazyWhenIdle load={load} fallback={<div aria-hidden="true" style={{ width, height: (width * 2) / 3 }} />} />
}
