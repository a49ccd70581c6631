import { useEffect, useRef, type RefObject } from 'react'
import type { Instrument } from '@/platform/instrument'
import { useMediaQuery } from '@/platform/useMediaQuery'
import { landing, segmentAt, SPEED } from '../model/spin'

/** How far the pointer is bent by a peg, and how long it takes to come back. */
const TICK_DEGREES = -16
const TICK_MS = 120

export interface Turning {
  /** Drawn turned. */
  disc: RefObject<SVGGElement | null>
  /** Bent by the pegs between segments. */
  pointer: RefObject<SVGGElement | null>
  /** Lets the wheel turn until it lands or stops. */
  start: () => void
  /** Brings the wheel to rest turned by `rest`. */
  land: (rest: number, onRest: () => void) => void
  /** Stops the wheel where it is. */
  stop: () => void
}

/**
 * Turns a wheel of `count` segments, heard at every peg and at its rest. Where motion is reduced nothing turns, and the wheel
 * stands at its rest at once.
 */
export function useWheel(count: number, sound: Pick<Instrument, 'click' | 'climb'>): Turning {
  const wantsRest = useMediaQuery('(prefers-reduced-motion: reduce)')
  const disc = useRef<SVGGElement>(null)
  const pointer = useRef<SVGGElement>(null)
  const angle = useRef(0)
  const frame = useRef(0)
  const draw = (next: number, now: number, tick: { at: number }) => {
    if (segmentAt(next, count) !== segmentAt(angle.current, count)) {
      tick.at = now
      if (!wantsRest) sound.click()
    }
    angle.current = next
    disc.current?.setAttribute('transform', `rotate(${next})`)
    const bent = TICK_DEGREES * Math.max(0, 1 - (now - tick.at) / TICK_MS)
    pointer.current?.setAttribute('transform', `rotate(${bent} 0 -212)`)
  }
  const stop = () => cancelAnimationFrame(frame.current)
  const run = (angleAt: (ms: number) => number, durationMs: number, onRest?: () => void) => {
    stop()
    const tick = { at: -TICK_MS }
    let began: number | undefined
    const step = (now: number) => {
      began ??= now
      draw(angleAt(now - began), now, tick)
      if (now - began < durationMs) frame.current = requestAnimationFrame(step)
      else onRest?.()
    }
    frame.current = requestAnimationFrame(step)
  }
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  return {
    disc,
    pointer,
    stop,
    start: () => {
      if (wantsRest) return
      const from = angle.current
      run((ms) => from + ms * SPEED, Infinity)
    },
    land: (rest, onRest) => {
      const way = landing(angle.current, rest)
      const arrive = () => {
        sound.climb()
        onRest()
      }
      if (!wantsRest) return run(way.at, way.durationMs, arrive)
      draw(rest, 0, { at: -TICK_MS })
      arrive()
    },
  }
}
