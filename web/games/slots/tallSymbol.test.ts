import { letCanvasDraw } from './testScene'
import { Texture } from 'pixi.js'
import { beforeEach, expect, it, vi } from 'vitest'
import { Reel } from './reel'
import { TallSymbol } from './tallSymbol'
import * as plates from './tallSymbolPlate'

beforeEach(() => {
  letCanvasDraw()
  vi.restoreAllMocks()
})

const PLATE = { fill: 0, light: 0xffffff, rim: 0xffffff }

it('a symbol that fills its reel keeps its shape', () => {
  const tall = new TallSymbol(Texture.WHITE, 0, PLATE)
  for (const share of [0, 0.5, 1]) {
    tall.draw(share, 100, 100, 3, undefined)
    expect(tall.sprite.height).toBeCloseTo(tall.sprite.width)
  }
  expect(tall.sprite.position.y).toBe(150)
})

it('its plate is drawn while it grows, and not again while only the symbol moves', () => {
  const drawn = vi.spyOn(plates, 'drawPlate')
  const tall = new TallSymbol(Texture.WHITE, 0, PLATE)
  tall.draw(0, 100, 100, 3, undefined)
  tall.draw(1, 100, 100, 3, undefined)
  tall.draw(1, 100, 100, 3, { x: 0, y: 0.1, width: 1.1, height: 1.1, turn: 0.1, glint: 0 })
  expect(drawn).toHaveBeenCalledTimes(2)
  expect(tall.sprite.width).toBeGreaterThan(100)
})

it('rays reach from the middle of the plate to its edge and stay on it', () => {
  const box = { x: 4, y: 4, width: 92, height: 292, cell: 100, side: 96 }
  const all = plates.rays(box)
  const points = all.flat()
  expect([Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))].map(Math.round)).toEqual([8, 92])
  expect([Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))].map(Math.round)).toEqual([8, 292])
  for (const [first] of all) expect(first).toEqual([50, 150])
})

it('a symbol is higher in a tall cell, up to a limit, and as large as a flat one has room for', () => {
  const reel = new Reel(6, new Map(), new Map(), () => 'a')
  const sizes = [2, 3, 6].map((rows) => {
    reel.set(Array.from({ length: rows }, () => 'a'))
    reel.resize(100, 390)
    return { ...reel.symbolSize, row: reel.rowHeight }
  })
  expect(sizes.map(({ width, height }) => height / width)).toEqual([expect.closeTo(1.35), expect.closeTo(1.3), expect.closeTo(1)])
  for (const { height, row } of sizes) expect(height).toBeLessThan(row)
  const [sprite] = reel.view.children.slice(1)
  expect([sprite!.width, sprite!.height]).toEqual([sizes[2]!.width, sizes[2]!.height])
})
