import { letCanvasDraw } from './testScene'
import { Sprite, Texture } from 'pixi.js'
import { beforeEach, expect, it } from 'vitest'
import { RespinStrips } from './respinStrips'

const CELL = 100
const AT = 900
beforeEach(letCanvasDraw)

function stripOf(isCoin: boolean) {
  const strips = new RespinStrips()
  const texture = Texture.WHITE
  strips.begin([{ position: [0, 1], at: AT, isCoin }], CELL, { running: texture, still: texture, blank: 0xffffff })
  const seen = () => strips.view.children.filter(({ visible }) => visible)
  const coin = () => seen().find((child) => child instanceof Sprite)
  return { strips, seen, coin }
}

it('never shows anything of a strip outside of its cell', () => {
  const { strips, seen } = stripOf(false)
  let shown = 0
  for (let at = 0; at <= AT; at += 5) {
    strips.turn(at)
    for (const picture of seen()) {
      shown += 1
      expect(picture.y - picture.height / 2).toBeGreaterThan(CELL - 3)
      expect(picture.y + picture.height / 2).toBeLessThan(2 * CELL + 3)
    }
  }
  expect(shown).toBeGreaterThan(100)
})

it('shows a coin only now and then', () => {
  const { strips, coin } = stripOf(false)
  const times = Array.from({ length: AT }, (_, at) => at)
  const withCoin = times.filter((at) => {
    strips.turn(at)
    return coin() !== undefined
  })
  expect(withCoin.length / times.length).toBeGreaterThan(0.1)
  expect(withCoin.length / times.length).toBeLessThan(0.6)
})

it.each([true, false])('slows down, swings through its place and rests on a coin: %s', (isCoin) => {
  const { strips, seen, coin } = stripOf(isCoin)
  strips.turn(AT)
  expect(seen().map(({ y }) => y)).toEqual([1.5 * CELL])
  expect(coin() !== undefined).toBe(isCoin)
  // It has been past its place and comes back to it.
  strips.turn(AT - 150)
  expect(seen()[0]!.y).toBeGreaterThan(1.5 * CELL)
  strips.turn(AT - 160)
  const before = seen()[0]!.y
  strips.turn(AT - 175)
  const slow = before - seen()[0]!.y
  expect(slow).toBeGreaterThan(0)
  expect(slow).toBeLessThan(15 * 0.011 * CELL * 0.6)
})
