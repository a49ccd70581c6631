import { describe, expect, it } from 'vitest'
import prism from '../../../content/games/prism-climb.json'
import type { SlotsDefinition } from '../play/types'
import { filler, freeSpinsFiller } from './reelFiller'

const definition = prism as unknown as SlotsDefinition
const seen = (fill: (index: number) => string) => new Set(Array.from({ length: 500 }, (_, i) => fill(i)))

describe('what runs past on a reel', () => {
  it('is in free spins without the symbols that have left the rung they start on', () => {
    expect(seen(filler(definition.reel_set, 0))).toContain('amethyst')
    const free = seen(freeSpinsFiller(definition, 0))
    expect(free).not.toContain('amethyst')
    expect(free).toContain('topaz')
  })

  it('is in free spins of their own reels', () => {
    const freespins = { max_total: 1, multiplier: 1, reel_set: { kind: 'strips', strips: [['a', 'b']] } }
    const own = { ...definition, levels: undefined, freespins } as unknown as SlotsDefinition
    expect(Array.from({ length: 4 }, (_, i) => freeSpinsFiller(own, 0)(i))).toEqual(['a', 'b', 'a', 'b'])
  })
})
