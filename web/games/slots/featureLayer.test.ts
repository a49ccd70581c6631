import { letCanvasDraw, bareScene, instant } from './testScene'
import { type Container, Sprite, Text } from 'pixi.js'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import canyon from '../../../content/games/copper-canyon.json'
import freeze from '../../../content/games/deep-freeze.json'
import salt from '../../../content/games/salt-and-thunder.json'
import noir from '../../../content/games/velvet-noir.json'
import type { Coin, SlotsDefinition } from '../play/types'
import { FeatureLayer } from './featureLayer'
import type { Scene } from './scene'
import { symbolOf } from './timeline'

const rules = (definition: unknown) => definition as SlotsDefinition
const full = (symbol: string) => Array.from({ length: 3 }, () => symbol)
const coin = (reel: number, row: number, amount_cents: number): Coin => ({ position: [reel, row], amount_cents })

const motion = { matches: false }
beforeEach(() => {
  letCanvasDraw()
  motion.matches = false
  vi.stubGlobal('matchMedia', () => motion)
})

function layerOf(definition: unknown, window: readonly (readonly string[])[]) {
  const scene = bareScene(rules(definition), window)
  const layer = new FeatureLayer(scene, instant(), ({ amount_cents: cents }) => String(cents))
  return { scene, layer }
}

/** The labels that are seen, with their light. */
function labels(scene: Scene): [string, number][] {
  const texts = (node: Container): Text[] => (node instanceof Text ? [node] : node.children.flatMap((child) => texts(child)))
  return texts(scene.effects).map(({ text, alpha }) => [text, alpha])
}

describe('what coins are worth', () => {
  const blank = Array.from({ length: 5 }, () => full('a'))

  it('is dimmed while other cells are lit, as the coins are', () => {
    const { scene, layer } = layerOf(freeze, blank)
    layer.coins([coin(4, 0, 75), coin(3, 1, 25)], false)
    expect(labels(scene)).toEqual([
      ['75', 1],
      ['25', 1],
    ])
    scene.onLight(new Set(['0:0', '3:1']))
    expect(labels(scene)).toEqual([
      ['75', 0.3],
      ['25', 1],
    ])
    // It stays so where the window gets another size meanwhile.
    layer.coins([coin(4, 0, 75)], false)
    expect(labels(scene)).toEqual([['75', 0.3]])
    scene.onLight(null)
    expect(labels(scene)).toEqual([['75', 1]])
  })

  it('is written on each coin as its reel stops', () => {
    const { scene, layer } = layerOf(freeze, blank)
    for (const reel of scene.reels) reel.spin()
    layer.coins([coin(0, 0, 75), coin(2, 1, 25)], false)
    expect(labels(scene)).toEqual([])
    scene.reels[0]!.set(full('a'))
    scene.onStop(0)
    expect(labels(scene)).toEqual([['75', 1]])
    scene.reels[2]!.set(full('a'))
    scene.onStop(2)
    expect(labels(scene).map(([text]) => text)).toEqual(['75', '25'])
  })
})

describe('a respin', () => {
  it.each([false, true])('brings the new coins one by one and keeps the others, with less motion: %s', async (less) => {
    motion.matches = less
    const { scene, layer } = layerOf(
      freeze,
      Array.from({ length: 5 }, () => full('')),
    )
    layer.coins([coin(1, 1, 50)], true)
    const landed: number[] = []
    await layer.respin([coin(1, 1, 50), coin(3, 0, 25), coin(3, 2, 100)], (index) => {
      landed.push(index)
      expect(labels(scene)).toHaveLength(2 + index)
    })
    expect(landed).toEqual([0, 1])
    expect(labels(scene).map(([text]) => text)).toEqual(['50', '25', '100'])
  })
})

describe('wilds that stay', () => {
  const wild = symbolOf(rules(salt), 'wild')!
  const window = Array.from({ length: 5 }, (_, reel) => (reel === 1 || reel === 3 ? [wild, 'q', 'k'] : full('q')))
  const laid = (scene: Scene) => {
    const wilds = scene.effects.children[0]!.children[0]!
    return wilds.children.filter((child) => child instanceof Sprite).map(({ texture, x }) => [texture.label, Math.floor(x / scene.layout.cell)])
  }

  it('are seen while the reels turn, each until its own reel has stopped', () => {
    const { scene, layer } = layerOf(salt, window)
    layer.stick([
      [1, 0],
      [3, 0],
    ])
    expect(laid(scene)).toEqual([])
    layer.lift()
    expect(laid(scene)).toEqual([
      [wild, 1],
      [wild, 3],
    ])
    scene.onStop(0)
    scene.onStop(1)
    expect(laid(scene)).toEqual([[wild, 3]])
    layer.clear()
    expect(laid(scene)).toEqual([])
  })

  it('need nothing laid over them where no reel turns', () => {
    motion.matches = true
    const { scene, layer } = layerOf(salt, window)
    layer.stick([[1, 0]])
    layer.lift()
    expect(laid(scene)).toEqual([])
  })
})

describe('a cover', () => {
  const hat = 'fedora'
  const landed = [full('k'), ['q', hat, 'k'], full('j'), [hat, 'a', 'q'], full('q')]
  const filled = [full('k'), full(hat), full('j'), full(hat), full('q')]

  it('lets the symbol grow over one reel after the other, from where it landed', async () => {
    const { scene, layer } = layerOf(noir, landed)
    scene.show(filled)
    const grow = scene.reels.map((reel) => vi.spyOn(reel, 'grow'))
    const covering = layer.cover([1, 3])
    // Nothing of the reels that wait has changed yet: beside the symbol stands what landed with it.
    expect(scene.reels[3]!.spriteAt(1)?.texture.label).toBe('a')
    await covering
    const shares = grow.map(({ mock }) => mock.calls.map(([share]) => share))
    expect(shares[1]?.at(-1)).toBe(1)
    expect(shares[3]?.slice(0, 1)).toEqual([0])
    // The first reel is filled before the next one begins.
    expect(grow[1]!.mock.invocationCallOrder.at(-1)).toBeLessThan(grow[3]!.mock.invocationCallOrder[1]!)
    expect(scene.reels.map(({ isTall }) => isTall)).toEqual([false, true, false, true, false])
    expect(scene.reels[1]!.spriteAt(0)).toBe(scene.reels[1]!.spriteAt(2))
  })

  it('is there at once for who wants no motion, and where the reel was covered before', async () => {
    motion.matches = true
    const still = layerOf(noir, landed)
    still.scene.show(filled)
    const calls = vi.spyOn(still.scene.reels[1]!, 'grow')
    await still.layer.cover([1, 3])
    expect(calls.mock.calls.map(([share]) => share)).toEqual([1])
    motion.matches = false
    const held = layerOf(noir, filled)
    held.scene.show(filled)
    const again = vi.spyOn(held.scene.reels[1]!, 'grow')
    await held.layer.cover([1])
    expect(again.mock.calls.map(([share]) => share)).toEqual([1])
  })

  /** Frames that are drawn over the reels. */
  const strokes = (scene: Scene): number => {
    const [layer] = scene.effects.children
    const frames = layer!.children[1] as unknown as { context: { instructions: unknown[] } }
    return frames.context.instructions.length
  }

  it('goes with its spin, but where an expanding wild holds its reel', async () => {
    const spun = layerOf(noir, landed)
    spun.scene.show(filled)
    await spun.layer.cover([1, 3])
    expect(strokes(spun.scene)).toBeGreaterThan(0)
    spun.layer.lift()
    expect(strokes(spun.scene)).toBe(0)
    const wild = symbolOf(rules(canyon), 'wild')!
    const held = layerOf(canyon, [full('k'), full(wild), full('k'), full('k'), full('k')])
    await held.layer.cover([1])
    held.layer.lift()
    expect(strokes(held.scene)).toBeGreaterThan(0)
  })
})
