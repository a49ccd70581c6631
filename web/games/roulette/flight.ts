/** The pockets of a single-zero wheel, clockwise from zero. */
export const POCKETS = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
] as const

/** Radius of the ball's way, as a share of half the wheel's width: the track, and in a pocket. */
export const TRACK = 0.825
export const POCKET = 0.56

/** Degrees a second: the wheel clockwise, the ball against it. */
export const WHEEL_SPEED = 26
export const BALL_SPEED = 380

/** How long the ball needs from the last call to rest, in seconds. */
export const FLIGHT_SECONDS = 6.2

/** Where a pocket lies on the wheel, in degrees clockwise from zero. */
export function pocketAngle(pocket: number): number {
  return ((POCKETS as readonly number[]).indexOf(pocket) * 360) / POCKETS.length
}

/** The ball against the wheel: its angle in degrees clockwise from zero, and its radius. */
export interface BallPose {
  angle: number
  radius: number
}

/**
 * The last part of the ball's way: it starts at `from` degrees on the track,
 * slows down, leaves the track, jumps and lies in the pocket when `share` is 1.
 */
export function flight(from: number, pocket: number, share: number): BallPose {
  const target = pocketAngle(pocket)
  // The ball runs against the wheel; a cubic start has three times its mean
  // speed, so this distance begins as fast as the ball was before.
  const wanted = ((BALL_SPEED + WHEEL_SPEED) * FLIGHT_SECONDS) / 3
  const gap = (((from - target) % 360) + 360) % 360
  const distance = gap + 360 * Math.max(1, Math.round((wanted - gap) / 360))
  const left = (1 - Math.min(1, share)) ** 3
  return { angle: target + distance * left, radius: radiusAt(share) }
}

/** Shares of the flight at which the ball leaves the track, and touches down. */
const LEAVES = 0.52
const LANDINGS = [0.76, 0.88, 0.95, 1] as const
const JUMPS = [0.13, 0.06, 0.025] as const

function radiusAt(share: number): number {
  if (share <= LEAVES) return TRACK
  const [first, ...rest] = LANDINGS
  if (share < first) {
    const fall = (share - LEAVES) / (first - LEAVES)
    return TRACK - (TRACK - POCKET) * fall ** 2.2
  }
  let start: number = first
  for (const [i, end] of rest.entries()) {
    if (share < end) {
      const jump = (share - start) / (end - start)
      return POCKET + (JUMPS[i] ?? 0) * 4 * jump * (1 - jump)
    }
    start = end
  }
  return POCKET
}

/** Whether the ball touched down between two shares of its flight: that is heard. */
export function touchedDown(before: number, after: number): boolean {
  return LANDINGS.some((landing) => before < landing && after >= landing)
}
