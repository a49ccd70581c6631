import { describe, expect, it } from 'vitest'
import type { Rect } from './layout'
import { countPlace, placeCount } from './stageLook'

describe('the count of an ordinary win', () => {
  const WINDOW = { width: 340, height: 204 }
  const CELL = 68
  const rowOf = (row: number): Rect[] => Array.from({ length: 5 }, (_, reel) => ({ x: reel * CELL, y: row * CELL, width: CELL, height: CELL }))

  it('stands in the middle where nothing has won there', () => {
    expect(countPlace(WINDOW, 3, rowOf(0), 300)).toEqual({ shift: 0, scale: 1 })
    expect(countPlace(WINDOW, 3, [], 300)).toEqual({ shift: 0, scale: 1 })
  })

  it('leaves the middle to what has won there', () => {
    expect(countPlace(WINDOW, 3, rowOf(1), 300)).toEqual({ shift: -CELL, scale: 1 })
    expect(countPlace(WINDOW, 3, [...rowOf(1), ...rowOf(0)], 300)).toEqual({ shift: CELL, scale: 1 })
  })

  it('stands smaller under the window where every row has won, and never beyond the stage', () => {
    const all = [0, 1, 2].flatMap(rowOf)
    const tall = WINDOW.width * 0.13 * 1.2
    for (const bottom of [300, 222]) {
      const { shift, scale } = countPlace(WINDOW, 3, all, bottom)
      const middle = WINDOW.height / 2 + shift
      expect(scale).toBeLessThan(1)
      expect(middle + (tall * scale) / 2).toBeLessThanOrEqual(bottom)
    }
    expect(countPlace(WINDOW, 3, all, 300).shift - (tall * countPlace(WINDOW, 3, all, 300).scale) / 2).toBeCloseTo(WINDOW.height / 2)
  })

  it('is told to the page, and taken back', () => {
    const stage = document.createElement('div')
    placeCount(stage, { shift: -68, scale: 0.5 })
    expect([stage.style.getPropertyValue('--count-shift'), stage.style.getPropertyValue('--count-scale')]).toEqual(['-68px', '0.5'])
    placeCount(stage, null)
    expect([stage.style.getPropertyValue('--count-shift'), stage.style.getPropertyValue('--count-scale')]).toEqual(['0px', '1'])
  })
})
