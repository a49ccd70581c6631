import { describe, expect, it, vi } from 'vitest'
import type { Position } from '../play/types'
import type { Rect } from './layout'
import { type LabelPlace, type LabelRoom, type LabelSize, labelCell, labelPlace } from './tracesLabel'

// What is calculated here draws nothing.
vi.mock('pixi.js', () => ({}))

const shown = [3, 3, 3, 3, 3]

describe('the end of a win', () => {
  it('is that of its line, whether it has won there or not', () => {
    const first: Position[] = [
      [0, 1],
      [1, 1],
      [2, 0],
    ]
    expect(labelCell(first, [1, 1, 0, 1, 2], shown)).toEqual([4, 2])
    expect(
      labelCell(
        shown.map((_, reel): Position => [reel, 0]),
        [0, 0, 0, 0, 0],
        shown,
      ),
    ).toEqual([4, 0])
  })

  it('is the reel behind the last of its ways, within its cells, and the last reel at most', () => {
    const ways: Position[] = [
      [0, 1],
      [1, 5],
    ]
    expect(labelCell(ways, undefined, [6, 6, 2, 6])).toEqual([2, 1])
    expect(labelCell(ways, undefined, [6, 6])).toEqual([1, 5])
  })
})

describe('the label of a win', () => {
  const CELL = 75
  const cell = ([reel, row]: Position): Rect => ({ x: reel * CELL, y: row * CELL, width: CELL, height: CELL })
  const room = (won: Position[], reels = 5): LabelRoom => ({
    cell: CELL,
    heights: Array.from({ length: reels }, () => CELL),
    height: 3 * CELL,
    top: -14,
    bottom: 300,
    won: won.map(cell),
  })
  const FULL: LabelSize = { width: 90, height: 24 }
  const STACKED: LabelSize = { width: 70, height: 42 }
  const box = ({ x, y, share, size }: LabelPlace, sizes: LabelSize[]): Rect => ({
    x,
    y,
    width: sizes[size]!.width * share,
    height: sizes[size]!.height * share,
  })
  const touches = (a: Rect, b: Rect): boolean => a.x < b.x + b.width && a.x + a.width > b.x && a.y < b.y + b.height && a.y + a.height > b.y

  it('keeps its size where the end of the line is free', () => {
    const won: Position[] = [
      [0, 1],
      [1, 1],
    ]
    expect(labelPlace([4, 1], 4, [FULL, STACKED], room(won))).toMatchObject({ share: 1, size: 0, x: 5 * CELL - 93, y: 1.5 * CELL - 12 })
  })

  it('stands in two rows before it leaves a cell that is too narrow for it', () => {
    const won: Position[] = [0, 1, 2, 3].map((reel) => [reel, 1])
    const sizes = [{ width: 120, height: 24 }, STACKED]
    const place = labelPlace([4, 1], 4, sizes, room(won))
    expect(place.size).toBe(1)
    expect(box(place, sizes)).toSatisfy(({ x, y, width }: Rect) => x >= 4 * CELL && x + width <= 5 * CELL && y > CELL)
  })

  it.each<[string, Position, Position[]]>([
    [
      'under its row',
      [2, 0],
      [
        [0, 0],
        [1, 0],
        [2, 0],
      ],
    ],
    [
      'under its row',
      [2, 1],
      [
        [0, 1],
        [1, 1],
        [2, 1],
      ],
    ],
    [
      'over its row',
      [2, 2],
      [
        [0, 2],
        [1, 2],
        [2, 2],
      ],
    ],
    [
      'over its row',
      [2, 1],
      [
        [0, 1],
        [1, 1],
        [2, 1],
        [2, 2],
        [1, 2],
      ],
    ],
  ])('stands close %s where that has won from edge to edge', (where, at, won) => {
    const place = labelPlace(at, 2, [FULL, STACKED], room(won, 3))
    const label = box(place, [FULL, STACKED])
    for (const one of won) expect(touches(label, cell(one))).toBe(false)
    const gap = where === 'under its row' ? label.y - (at[1] + 1) * CELL : at[1] * CELL - (label.y + label.height)
    expect(gap).toBeGreaterThan(0)
    expect(gap).toBeLessThan(6)
    expect(label.y + label.height).toBeLessThanOrEqual(3 * CELL)
  })

  it('stands on the frame, at the end that it belongs to, where nothing is free', () => {
    const all = shown.flatMap((_, reel) => [0, 1, 2].map((row): Position => [reel, row]))
    const upper = labelPlace([4, 0], 4, [FULL, STACKED], room(all))
    expect(upper).toMatchObject({ y: -14, share: 1, size: 0 })
    const lower = labelPlace([4, 2], 4, [FULL, STACKED], room(all))
    // Right under the window, and higher only where the stage ends.
    expect(lower).toMatchObject({ y: 3 * CELL, share: 1, size: 0 })
    expect(labelPlace([4, 2], 4, [FULL], { ...room(all), bottom: 235 }).y).toBe(235 - 24)
    for (const { x } of [upper, lower]) expect(x + 90).toBeLessThanOrEqual(5 * CELL)
  })

  it('of a win without a line stands under its reel', () => {
    expect(labelPlace(null, 2, [FULL], room([]))).toMatchObject({ x: 2.5 * CELL - 45, y: 3 * CELL })
  })
})
