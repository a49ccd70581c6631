import type { Graphics } from 'pixi.js'
import { describe, expect, it, vi } from 'vitest'
import type { Rect } from './layout'
import { drawLine, drawWays, inside, outside } from './traces'

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

  it('has parts in boxes that are those which are missing outside, joined where boxes touch', () => {
    const boxes = [box(0, 0), box(100, 0), box(300, 0)]
    const parts = inside({ x: 0, y: 50 }, { x: 500, y: 50 }, boxes).map(([from, to]) => [from.x, to.x])
    expect(parts).toEqual([
      [0, 200],
      [300, 400],
    ])
    expect(inside({ x: 0, y: 500 }, { x: 500, y: 500 }, boxes)).toEqual([])
  })
})

describe('a win line', () => {
  /** Where a line on the middle row is drawn, with the strength of each stroke. */
  function strokes(won: Rect[]): { from: number; to: number; alpha: number }[] {
    const drawn: { from: number; to: number; alpha: number }[] = []
    let parts: [number, number][] = []
    const pen = {
      moveTo: (x: number) => (parts.push([x, x]), pen),
      lineTo: (x: number) => ((parts.at(-1)![1] = x), pen),
      stroke: ({ alpha }: { alpha: number }) => {
        drawn.push(...parts.map(([from, to]) => ({ from, to, alpha })))
        parts = []
        return pen
      },
    }
    drawLine(pen as unknown as Graphics, [0, 0, 0], { cell: 100, frame: 10, heights: [100, 100, 100], glow: 0, won })
    return drawn
  }

  it('is seen over what has won as well, though not as strong, and at both ends on the frame', () => {
    const drawn = strokes([box(0, 0), box(100, 0), box(200, 0)])
    const over = drawn.filter(({ from, to }) => from >= 0 && to <= 300)
    expect(over.length).toBeGreaterThan(0)
    for (const { alpha } of over) expect([alpha > 0.2, alpha < 0.7]).toEqual([true, true])
    const whole = drawn.filter(({ alpha }) => alpha === 1)
    expect([whole.some(({ from, to }) => from < 0 && to === 0), whole.some(({ from, to }) => from === 300 && to > 300)]).toEqual([true, true])
  })

  it('is as strong as ever where nothing has won', () => {
    const whole = strokes([]).filter(({ alpha }) => alpha === 1)
    expect([Math.min(...whole.map(({ from }) => from)) < 0, Math.max(...whole.map(({ to }) => to)) > 300]).toEqual([true, true])
  })
})

describe('a way', () => {
  it('is seen between cells that touch only at a corner, in the core of its game', () => {
    const colours: number[] = []
    const lengths: number[] = []
    let start = 0
    const pen = {
      moveTo: (x: number) => ((start = x), pen),
      lineTo: (x: number) => (lengths.push(x - start), pen),
      stroke: ({ color }: { color: number }) => (colours.push(color), pen),
    }
    const won = [box(0, 0), box(100, 100)]
    drawWays(
      pen as unknown as Graphics,
      [
        [0, 0],
        [1, 1],
      ],
      { cell: 100, frame: 10, heights: [100, 100], glow: 7, core: 9, won },
    )
    expect(lengths.length).toBeGreaterThan(0)
    for (const length of lengths) expect(length).toBeCloseTo(40)
    expect(colours).toEqual([7, 7, 9])
  })
})
