import { letCanvasDraw, bareScene, instant } from './testScene'
import { Graphics } from 'pixi.js'
import { beforeEach, expect, it, vi } from 'vitest'
import noir from '../../../content/games/velvet-noir.json'
import tidal from '../../../content/games/tidal-kings.json'
import type { Position, SlotsDefinition, Win } from '../play/types'
import { Effects } from './effects'
import * as traces from './traces'

beforeEach(() => {
  letCanvasDraw()
  vi.restoreAllMocks()
})

const WHITE = 0xffffff

function effectsOf(definition: unknown) {
  const rules = definition as SlotsDefinition
  const ids = rules.symbols.map(({ id }) => id)
  const scene = bareScene(
    rules,
    Array.from({ length: rules.reels }, (_, reel) => Array.from({ length: rules.rows }, (__, row) => ids[(reel + row) % ids.length]!)),
  )
  const lit = vi.fn()
  scene.onLight = lit
  const light = () => scene.reels.map((reel) => Array.from({ length: rules.rows }, (_, row) => reel.spriteAt(row)?.tint === WHITE))
  return { scene, effects: new Effects(scene, instant(), rules), lit, light }
}

const win = (kind: Win['kind'], positions: Position[]): Win => ({
  kind,
  symbol: 'a',
  count: 2,
  line: kind === 'line' ? 0 : null,
  ways: 1,
  positions,
  amount_cents: 10,
})

it('lights what has won, dims the rest and tells so, until all is clear', () => {
  const { effects, lit, light } = effectsOf(noir)
  effects.light(
    [
      win('line', [
        [0, 1],
        [1, 0],
      ]),
    ],
    [[1, 0, 0, 0, 0]],
  )
  expect(light().slice(0, 3)).toEqual([
    [false, true, false],
    [true, false, false],
    [false, false, false],
  ])
  expect(lit).toHaveBeenLastCalledWith(new Set(['0:1', '1:0']))
  effects.clear()
  expect(light().flat()).not.toContain(false)
  expect(lit).toHaveBeenLastCalledWith(null)
})

it('lights a reel with one tall picture as a whole', () => {
  const { scene, effects } = effectsOf(noir)
  const reel = scene.reels[2]!
  reel.set(['a', 'a', 'a'])
  reel.grow(1, { fill: 0, light: 0, rim: 0 })
  effects.light([win('line', [[2, 1]])], null)
  expect(reel.spriteAt(0)?.tint).toBe(WHITE)
  effects.light([win('line', [[1, 1]])], null)
  expect(reel.spriteAt(0)?.tint).not.toBe(WHITE)
})

it('draws the ways of a win that is shown alone: those of several cross to a web', () => {
  const { effects } = effectsOf(tidal)
  const ways = vi.spyOn(traces, 'drawWays')
  const [first, second] = [
    win('ways', [
      [0, 0],
      [1, 0],
    ]),
    win('ways', [
      [0, 2],
      [1, 3],
    ]),
  ]
  effects.light([first, second], null)
  expect(ways).not.toHaveBeenCalled()
  effects.light([second], null)
  expect(ways.mock.calls.map(([, positions]) => positions)).toEqual([second.positions])
})

it('bursts what has won without the boxes round it, each symbol in its own shape', async () => {
  const { scene, effects } = effectsOf(noir)
  const won = win('line', [[0, 1]])
  effects.light([won], [[1, 0, 0, 0, 0]])
  const drawn = () => scene.effects.children.some((child) => child instanceof Graphics && child.context.instructions.length > 0)
  const sprite = scene.reels[0]!.spriteAt(1)!
  sprite.setSize(40, 60)
  const shapes: number[] = []
  vi.spyOn(sprite, 'setSize').mockImplementation((width, height) => void shapes.push((height as number) / (width as number)))
  expect(drawn()).toBe(true)
  const burst = effects.burst(won.positions)
  expect(drawn()).toBe(false)
  await burst
  for (const shape of shapes.slice(0, -1)) expect(shape).toBeCloseTo(1.5)
})

it('shows no spark before the first step of its flight has placed it', async () => {
  const { scene, effects } = effectsOf(noir)
  const sparks = scene.effects.children[2]!
  const seen: boolean[] = []
  vi.spyOn(sparks, 'addChild').mockImplementation((...children) => {
    seen.push(...children.map(({ visible }) => visible))
    return children[0]!
  })
  await effects.burst([[0, 1]])
  expect(seen).toEqual(seen.map(() => false))
  expect(seen.length).toBeGreaterThan(0)
})

it('tells the page to count beside what has won, until all is clear', () => {
  const { scene, effects } = effectsOf(noir)
  const stage = document.createElement('div')
  stage.append(scene.app.canvas)
  const shift = () => Number.parseFloat(stage.style.getPropertyValue('--count-shift'))
  effects.light(
    [
      win(
        'line',
        [0, 1, 2, 3, 4].map((reel): Position => [reel, 1]),
      ),
    ],
    [[1, 1, 1, 1, 1]],
  )
  expect(Math.abs(shift())).toBeGreaterThan(50)
  effects.clear()
  expect(shift()).toBe(0)
})
