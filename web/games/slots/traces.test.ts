import { describe, expect, it, vi } from 'vitest'
import type { Rect } from './layout'
import { labelCell, labelPlace, outside } from './traces'

// What is calculated here draws nothing.
vi.mock('pixi.js', () => ({}))

const box = (x: number, y: number): Rect => ({ x, y, width: 100, height: 100 })

describe('a trace', () => {
  const line = (boxes: Rect[]) => outside({ x: 0, y: 50 }, { x: 500, y: 50 }, boxes).map(([from, to]) => [from.x, to.x])

  it('leaves out what has won, and goes on behind it', () => {
    expect(line([])).toEqual([[0, 500]])
    expect(line([box(0, 0), box(100, 0), box(300, 0)])).toEqual([
      [200, 300],
      [400, 500],
    ])
    expect(line([box(400, 0), box(0, 0)])).toEqual([[100, 400]])
  })

  it('is whole where it only passes by', () => {
    expect(line([box(0, 100), box(200, -100)])).toEqual([[0, 500]])
    expect(outside({ x: 0, y: 0 }, { x: 0, y: 100 }, [box(10, 0)])).toHaveLength(1)
  })

  it('that rises is cut where it enters a box and where it leaves it', () => {
    const [before, after] = outside({ x: 0, y: 0 }, { x: 300, y: 300 }, [box(100, 100)])
    expect([before?.[1], after?.[0]]).toEqual([
      { x: 100, y: 100 },
      { x: 200, y: 200 },
    ])
  })
})

describe('the label of a win', () => {
  const shown = [3, 3, 3, 3, 3]

  it('stands over the end of its line, which has not won', () => {
    expect(
      labelCell(
        [
          [0, 1],
          [1, 1],
          [2, 0],
        ],
        [1, 1, 0, 1, 2],
        shown,
      ),
    ).toEqual({ reel: 4, row: 2, from: 3 })
  })

  it('stands on the reel behind the last of its ways, within its cells', () => {
    expect(
      labelCell(
        [
          [0, 1],
          [1, 5],
        ],
        undefined,
        [6, 6, 2, 6],
      ),
    ).toEqual({ reel: 2, row: 1, from: 2 })
  })

  it('has no such cell where all reels have won', () => {
    const all = shown.map((_, reel) => [reel, 0] as const)
    expect([labelCell(all, [0, 0, 0, 0, 0], shown), labelCell(all, undefined, shown)]).toEqual([null, null])
  })

  const grid = { cell: 75, heights: [75, 75, 75, 75, 75], bottom: 241 }
  const cell = { reel: 4, row: 2, from: 4 }

  it('is no wider than the cells that are free', () => {
    const { x, share } = labelPlace(cell, [3, 0], 90, 24, grid)
    expect(share).toBeLessThan(1)
    expect(x).toBeGreaterThanOrEqual(4 * 75)
    expect(x + 90 * share).toBeLessThanOrEqual(5 * 75)
    // With more room it keeps its size, and stands as far to the right as it can.
    expect(labelPlace({ ...cell, from: 3 }, [2, 0], 90, 24, grid)).toMatchObject({ share: 1, x: 5 * 75 - 92 })
  })

  it('stands on the edge of the frame rather than to be too small, and where nothing is free', () => {
    for (const place of [cell, null]) {
      const { y, x, share } = labelPlace(place, [4, 0], 140, 24, grid)
      expect([share, y]).toEqual([1, 241 - 24])
      expect(x + 140).toBeLessThanOrEqual(5 * 75)
    }
  })
})
