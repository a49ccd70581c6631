import type { SlotsDefinition } from '../play/types'

/** How much a symbol makes of itself: cards and gems swell, figures move, wilds and scatters make the most of it. */
export type SymbolClass = 'low' | 'high' | 'special'

/** How a symbol stands aside from its place: shares of its side, and radians. */
export interface Pose {
  x: number
  y: number
  width: number
  height: number
  turn: number
  /** How far a glint has run over it, from 0 to 1; either end is dark. */
  glint: number
}

/** A value at a share of the time. */
type Key = readonly [at: number, value: number]

/** What a symbol does: keys of each of its tracks. A track that is missing stands still. */
export interface Motion {
  milliseconds: number
  /** Where it is fixed while it turns: -0.5 is its top, 0.5 its bottom. */
  hinge: number
  size?: readonly Key[]
  /** How much flatter it is; it grows as much wider. */
  squash?: readonly Key[]
  rise?: readonly Key[]
  turn?: readonly Key[]
  glint?: readonly Key[]
}

export const WIN_MOTIONS: Readonly<Record<SymbolClass, Motion>> = {
  low: {
    milliseconds: 950,
    hinge: 0,
    size: [
      [0, 1],
      [0.31, 1.1],
      [0.62, 1],
      [1, 1],
    ],
  },
  high: {
    milliseconds: 950,
    hinge: 0.5,
    size: [
      [0, 1],
      [0.3, 1.12],
      [0.85, 1.08],
      [1, 1],
    ],
    squash: [
      [0, 0],
      [0.12, 0.09],
      [0.28, -0.06],
      [0.46, 0.05],
      [0.6, 0],
      [1, 0],
    ],
    rise: [
      [0, 0],
      [0.12, 0],
      [0.3, 0.07],
      [0.46, 0],
      [1, 0],
    ],
    turn: [
      [0, 0],
      [0.3, -0.07],
      [0.55, 0.07],
      [0.78, -0.035],
      [1, 0],
    ],
    glint: [
      [0, 0],
      [0.25, 0],
      [0.85, 1],
      [1, 1],
    ],
  },
  special: {
    milliseconds: 950,
    hinge: 0,
    size: [
      [0, 1],
      [0.14, 0.92],
      [0.38, 1.2],
      [0.8, 1.12],
      [1, 1],
    ],
    turn: [
      [0, 0],
      [0.14, 0.05],
      [0.34, -0.12],
      [0.54, 0.12],
      [0.72, -0.07],
      [0.88, 0.03],
      [1, 0],
    ],
    glint: [
      [0, 0],
      [0.08, 0],
      [0.5, 1],
      [0.501, 0],
      [0.94, 1],
      [1, 1],
    ],
  },
}

/** What symbols do now and then while nobody plays; cards and gems do nothing. */
export const REST_MOTIONS: Readonly<Record<Exclude<SymbolClass, 'low'>, Motion>> = {
  high: {
    milliseconds: 1_700,
    hinge: 0.5,
    squash: [
      [0, 0],
      [0.2, 0.025],
      [0.5, -0.02],
      [0.8, 0.012],
      [1, 0],
    ],
    turn: [
      [0, 0],
      [0.28, -0.035],
      [0.64, 0.03],
      [1, 0],
    ],
    glint: [
      [0, 0],
      [0.3, 0],
      [0.9, 1],
      [1, 1],
    ],
  },
  special: {
    milliseconds: 1_900,
    hinge: 0,
    size: [
      [0, 1],
      [0.4, 1.05],
      [0.7, 1.05],
      [1, 1],
    ],
    glint: [
      [0, 0],
      [0.2, 0],
      [0.8, 1],
      [1, 1],
    ],
  },
}

/** What a symbol does that has landed and counts; it stays within the edge of the window. */
export const LANDING: Motion = {
  milliseconds: 420,
  hinge: 0,
  size: [
    [0, 1],
    [0.2, 0.94],
    [0.5, 1.06],
    [1, 1],
  ],
  squash: [
    [0, 0],
    [0.18, 0.1],
    [0.5, -0.02],
    [0.75, 0.03],
    [1, 0],
  ],
}

/** What a symbol does that waits for another of its kind: two breaths. */
export const BREATH: Motion = {
  milliseconds: 1_150,
  hinge: 0,
  size: [
    [0, 1],
    [0.25, 1.08],
    [0.5, 1],
    [0.75, 1.08],
    [1, 1],
  ],
}

/** How a symbol stands after a share of its motion. */
export function poseAt(motion: Motion, share: number): Pose {
  const size = valueAt(motion.size, share, 1)
  const squash = valueAt(motion.squash, share, 0)
  const turn = valueAt(motion.turn, share, 0)
  // A flattened symbol stands on its hinge, and a turned one turns about it.
  const x = motion.hinge * Math.sin(turn)
  const y = motion.hinge * (1 - Math.cos(turn) * (1 - squash)) - valueAt(motion.rise, share, 0)
  return { x, y, width: size * (1 + squash), height: size * (1 - squash), turn, glint: valueAt(motion.glint, share, 0) }
}

/** Between two keys a value starts and ends slowly. */
function valueAt(keys: readonly Key[] | undefined, share: number, still: number): number {
  if (keys === undefined) return still
  const next = keys.findIndex(([at]) => at >= share)
  const [to, from] = [keys[next] ?? keys.at(-1), keys[next - 1]]
  if (to === undefined) return still
  if (from === undefined) return to[1]
  const own = (share - from[0]) / (to[0] - from[0])
  return from[1] + (to[1] - from[1]) * own * own * (3 - 2 * own)
}

/** The class of each symbol: by its role, and among the regular ones by whether it pays like the better half. */
export function symbolClasses({ symbols, pays }: Pick<SlotsDefinition, 'symbols' | 'pays'>): ReadonlyMap<string, SymbolClass> {
  const most = (id: string): number => Math.max(0, ...Object.values(pays[id] ?? {}))
  const regular = symbols.filter(({ role }) => role === 'regular').toSorted((a, b) => most(b.id) - most(a.id))
  const high = new Set(regular.slice(0, Math.ceil(regular.length / 2)).map(({ id }) => id))
  return new Map(
    symbols.map(({ id, role }) => {
      // On coins stands what they are worth: it is read while they lie still.
      if (role === 'coin') return [id, 'low']
      return [id, role === 'regular' ? (high.has(id) ? 'high' : 'low') : 'special']
    }),
  )
}
