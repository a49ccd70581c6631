import type { Bet, BetKind } from '../play/types'

/**
 * The layout of the betting table in units of one number's field. It is lying:
 * zero at the left, columns of three to the right, below them the dozens and
 * the even chances.
 */

/** A place a chip can be put. */
export interface Spot {
  /** `kind:numbers`, unique on the table. */
  id: string
  kind: BetKind
  /** Covered pockets in rising order. */
  numbers: readonly number[]
  /** Which of its kind, from 1, for columns and dozens. */
  place: number
  /** Centre of the chip. */
  x: number
  y: number
}

/** A field of the table, a spot with a printed box round it. */
export interface Field extends Spot {
  left: number
  top: number
  width: number
  height: number
}

/** Width and height of the table in fields. */
export const TABLE = { width: 14, height: 5 } as const

/** The red pockets. */
export const RED: ReadonlySet<number> = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36])

/** Colour of a pocket. */
export function colorOf(pocket: number): 'red' | 'black' | 'green' {
  if (pocket === 0) return 'green'
  return RED.has(pocket) ? 'red' : 'black'
}

const NUMBERS = Array.from({ length: 36 }, (_, i) => i + 1)

/** Left edge and top edge of a number's field. */
function corner(number: number): { left: number; top: number } {
  return { left: 1 + Math.floor((number - 1) / 3), top: 2 - ((number - 1) % 3) }
}

function spotOf(kind: BetKind, numbers: readonly number[], x: number, y: number, place = 1): Spot {
  return { id: `${kind}:${numbers.join('-')}`, kind, numbers, place, x, y }
}

function field(kind: BetKind, numbers: readonly number[], box: readonly [left: number, top: number, width: number, height: number], place = 1): Field {
  const [left, top, width, height] = box
  return { ...spotOf(kind, numbers, left + width / 2, top + height / 2, place), left, top, width, height }
}

function evenChances(): Field[] {
  const pick = (test: (number: number) => boolean): number[] => NUMBERS.filter(test)
  const chances: readonly (readonly [BetKind, readonly number[]])[] = [
    ['low', pick((number) => number <= 18)],
    ['even', pick((number) => number % 2 === 0)],
    ['red', pick((number) => RED.has(number))],
    ['black', pick((number) => !RED.has(number))],
    ['odd', pick((number) => number % 2 === 1)],
    ['high', pick((number) => number > 18)],
  ]
  return chances.map(([kind, numbers], i) => field(kind, numbers, [1 + i * 2, 4, 2, 1]))
}

/** The printed fields: every number, columns, dozens and even chances. */
export const FIELDS: readonly Field[] = [
  field('straight', [0], [0, 0, 1, 3]),
  ...NUMBERS.map((number) => field('straight', [number], [corner(number).left, corner(number).top, 1, 1])),
  ...[1, 2, 3].map((place) =>
    field(
      'column',
      NUMBERS.filter((number) => (number - place) % 3 === 0),
      [13, 3 - place, 1, 1],
      place,
    ),
  ),
  ...[1, 2, 3].map((place) =>
    field(
      'dozen',
      NUMBERS.filter((number) => Math.ceil(number / 12) === place),
      [1 + (place - 1) * 4, 3, 4, 1],
      place,
    ),
  ),
  ...evenChances(),
]

function combinations(): Spot[] {
  const spots: Spot[] = []
  for (const number of NUMBERS) {
    const { left, top } = corner(number)
    const first = number % 3 === 1
    if (number % 3 !== 0) spots.push(spotOf('split', [number, number + 1], left + 0.5, top))
    if (number <= 33) spots.push(spotOf('split', [number, number + 3], left + 1, top + 0.5))
    if (number % 3 !== 0 && number <= 32) {
      spots.push(spotOf('corner', [number, number + 1, number + 3, number + 4], left + 1, top))
    }
    if (first) spots.push(spotOf('street', [number, number + 1, number + 2], left + 0.5, 3))
    if (first && number <= 31) {
      const six = Array.from({ length: 6 }, (_, i) => number + i)
      spots.push(spotOf('six_line', six, left + 1, 3))
    }
  }
  spots.push(
    spotOf('split', [0, 1], 1, 2.5),
    spotOf('split', [0, 2], 1, 1.5),
    spotOf('split', [0, 3], 1, 0.5),
    spotOf('street', [0, 1, 2], 1, 2),
    spotOf('street', [0, 2, 3], 1, 1),
    spotOf('corner', [0, 1, 2, 3], 1, 3),
  )
  return spots
}

/** The places on lines and corners between fields. */
export const COMBINATIONS: readonly Spot[] = combinations()

/** Every place on the table by its id. */
export const SPOTS: ReadonlyMap<string, Spot> = new Map([...FIELDS, ...COMBINATIONS].map((spot) => [spot.id, spot]))

/** The place on the table that a bet is made on, whose pockets stand in rising order. */
export function spotOfBet({ kind, numbers }: Bet): Spot | undefined {
  return SPOTS.get(`${kind}:${numbers.join('-')}`)
}

/** How far from the middle of its field a chip lies, in fields: what is printed there gives way to the other side. */
const ASIDE = 0.2

/**
 * Where the middle of a chip on a spot is, as shares of the table's width and height. On a printed field it lies in the
 * upper half, so that the number stays readable; the low fields of a table that stands upright have room beside it only.
 */
export function chipAt(spot: Spot, upright: boolean): { x: number; y: number } {
  const [x, y] = upright ? [TABLE.height - spot.y, spot.x] : [spot.x, spot.y]
  const [width, height] = upright ? [TABLE.height, TABLE.width] : [TABLE.width, TABLE.height]
  if (!isField(spot)) return { x: x / width, y: y / height }
  const isLow = upright && spot.width === 1
  return isLow ? { x: (x + ASIDE) / width, y: y / height } : { x: x / width, y: (y - ASIDE * (upright ? 2 : 1)) / height }
}

const isField = (spot: Spot): spot is Field => 'left' in spot

/** How near a line or corner a point has to be to mean it, in fields. */
const REACH = 0.24

/** The place that a point inside a field means: the field, or a line or corner near the point. */
export function spotAt(inside: Field, x: number, y: number): Spot {
  if (inside.kind !== 'straight') return inside
  let nearest: Spot = inside
  let reach = REACH
  for (const spot of COMBINATIONS) {
    if (!inside.numbers.every((number) => spot.numbers.includes(number))) continue
    // A spot in the middle of a line is meant along the whole line, a corner only near itself.
    const across = spot.kind === 'corner' || spot.kind === 'six_line' || (spot.kind === 'street' && spot.numbers[0] === 0)
    const distance = across
      ? Math.hypot(spot.x - x, spot.y - y)
      : Math.hypot(Math.max(0, Math.abs(spot.x - x) - (spot.x % 1 === 0 ? 0 : 0.26)), Math.max(0, Math.abs(spot.y - y) - (spot.y % 1 === 0 ? 0 : 0.26)))
    if (distance < reach) {
      nearest = spot
      reach = distance
    }
  }
  return nearest
}

/** The field one step from another in a direction, for the arrow keys. */
export function neighbour(from: Field, dx: number, dy: number): Field {
  let best = from
  let score = Number.POSITIVE_INFINITY
  for (const candidate of FIELDS) {
    const along = (candidate.x - from.x) * dx + (candidate.y - from.y) * dy
    const aside = Math.abs((candidate.x - from.x) * dy) + Math.abs((candidate.y - from.y) * dx)
    const overlap = dx !== 0 ? (candidate.height + from.height) / 2 : (candidate.width + from.width) / 2
    if (along <= 0.25 || aside >= overlap) continue
    const cost = along + aside * 0.5
    if (cost < score) {
      best = candidate
      score = cost
    }
  }
  return best
}
