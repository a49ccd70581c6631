import { letCanvasDraw } from './testScene'
import { type Container, Sprite, Texture } from 'pixi.js'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Backdrop } from './backdrop'
import { layOut } from './layout'
import { lookByNight, lookOf, mix } from './look'

const motion = { matches: false }
beforeEach(() => {
  letCanvasDraw()
  motion.matches = false
  vi.stubGlobal('matchMedia', () => motion)
})

const MIDDLE = { x: 0, y: 0 }

/** All that a picture is made of, but what lies in parts that do not pass. */
function all(node: Container, passes: (node: Container) => boolean = () => true): Container[] {
  return passes(node) ? [node, ...node.children.flatMap((child) => all(child, passes))] : []
}

function opened(slug = 'deep-freeze') {
  const picture = (label: string) => new Texture({ source: Texture.WHITE.source, label })
  const pictures = { back: picture('back'), middle: picture('middle'), front: picture('front'), title: picture('title'), mascot: picture('mascot') }
  const backdrop = new Backdrop({ ...pictures, symbols: new Map(), blurred: new Map(), names: [], sheetUrl: '' }, lookOf(slug), 5, false)
  backdrop.fit(layOut(1_200, 700, 5, 3), { width: 1_200, height: 700 })
  /** How each picture of that name is seen: its colour and how much of it. */
  const seen = (label: string): [tint: number, alpha: number][] => {
    return all(backdrop.view)
      .filter((node): node is Sprite => node instanceof Sprite && node.texture.label === label && node.visible)
      .map(({ tint, alpha }) => [tint, alpha])
  }
  return { backdrop, seen }
}

describe('the night of a feature', () => {
  it('comes in half a second, over the background and the figure', () => {
    const { backdrop, seen } = opened()
    const day = [[0xffffff, 1]]
    expect([seen('back'), seen('mascot')]).toEqual([day, day])
    backdrop.turn(true)
    backdrop.advance(0.25, MIDDLE)
    expect(seen('back').map(([, alpha]) => alpha)).toEqual([1, 0.5])
    expect(backdrop.isFading).toBe(true)
    backdrop.advance(0.3, MIDDLE)
    expect(backdrop.isFading).toBe(false)
    for (const name of ['back', 'middle', 'front', 'mascot']) {
      expect(seen(name)).toHaveLength(1)
      expect(seen(name)[0]).not.toEqual(day[0])
    }
    // The figure keeps most of its own.
    expect(seen('mascot')[0]![0]).toBe(mix(lookOf('deep-freeze').bonus, 0xffffff, 0.7))
    // Less light is left to the middle than to what is far behind it.
    expect(seen('middle')[0]![0]).toBeLessThan(seen('back')[0]![0])
    backdrop.turn(false)
    backdrop.advance(0.6, MIDDLE)
    expect([seen('back'), seen('mascot')]).toEqual([day, day])
  })

  it('is there at once for who wants no motion', () => {
    motion.matches = true
    const { backdrop, seen } = opened()
    backdrop.turn(true)
    expect([backdrop.isFading, seen('back').length, seen('back')[0]?.[0] === 0xffffff]).toEqual([false, 1, false])
  })

  it('hangs in the air only of those games whose colours need it, and only by night', () => {
    const hazes = (slug: string, isNight: boolean): number => {
      const { backdrop } = opened(slug)
      backdrop.turn(isNight)
      backdrop.advance(0.6, MIDDLE)
      return all(backdrop.view, (node) => node.visible).filter(({ width, height, parent }) => width === 1_200 && height === 700 && parent !== backdrop.view)
        .length
    }
    expect([hazes('honey-heist', true), hazes('honey-heist', false), hazes('deep-freeze', true)]).toEqual([1, 0, 0])
  })

  it('is seen from the other side, but where signs would be turned round', () => {
    const turned = (slug: string) => all(opened(slug).backdrop.view).some(({ scale }) => scale.x < 0)
    expect([turned('deep-freeze'), turned('rune-ridge')]).toEqual([true, false])
  })

  it('has a cabinet in the colours of its light', () => {
    const look = lookOf('velvet-noir')
    const night = lookByNight(look)
    expect(night.frameBase).toBe(mix(look.bonus, 0x100818, 0.14))
    expect([night.frameLight, night.frameBase, night.frameDark]).not.toEqual([look.frameLight, look.frameBase, look.frameDark])
    expect([mix(0x102030, 0x304050, 0), mix(0x102030, 0x304050, 0.5), mix(0x102030, 0x304050, 1)]).toEqual([0x102030, 0x203040, 0x304050])
  })

  it('has a reel window of its own by night where a mix would be muddy', () => {
    const paper = lookOf('paper-dragons')
    const { window, stripe } = lookByNight(paper)
    expect({ window, stripe }).toEqual(paper.night)
    const look = lookOf('velvet-noir')
    expect(lookByNight(look).stripe).toBe(mix(look.bonus, 0x0a0618, 0.72))
  })
})
