// Angles of the wheel, in degrees clockwise. Segment 0 begins under the pointer at the top.

/** How fast the wheel turns while its prize is on the way, in degrees a millisecond. */
export const SPEED = 0.72

/** Whole turns from the moment at which the prize is known. */
const TURNS = 3

/** How much of a segment lies on either side of its middle where the pointer may come to rest. */
const SPREAD = 0.36

/** The rest of a division that is never below zero. */
const modulo = (value: number, of: number) => ((value % of) + of) % of

/** How far the wheel has to stand turned for the pointer to rest on segment `index`; `draw` says where on it. */
export function restAngle(index: number, count: number, draw: number): number {
  const offset = (modulo(draw, 101) / 100 - 0.5) * 2 * SPREAD
  return modulo(-((index + 0.5 + offset) * 360) / count, 360)
}

/** Of the segments that stand for a prize the one that `draw` picks; undefined when none does. */
export function segmentOf(segments: readonly { prize: string }[], prize: string, draw: number): number | undefined {
  const fitting = segments.flatMap((segment, index) => (segment.prize === prize ? [index] : []))
  return fitting[modulo(draw, fitting.length)]
}

/** The segment under the pointer of a wheel that stands turned by `angle`. */
export function segmentAt(angle: number, count: number): number {
  return Math.floor(modulo(-angle, 360) / (360 / count))
}

export interface Landing {
  durationMs: number
  /** How far the wheel stands turned after `ms`; from `durationMs` on at its rest. */
  at: (ms: number) => number
}

/**
 * The way from `from` to `rest`, as friction slows a wheel down: it begins at the speed that the wheel has, so nothing
 * jerks, and ends without one.
 */
export function landing(from: number, rest: number): Landing {
  const distance = TURNS * 360 + modulo(rest - from, 360)
  const durationMs = (3 * distance) / SPEED
  return { durationMs, at: (ms) => from + distance * (1 - (1 - Math.min(1, ms / durationMs)) ** 3) }
}
