import { describe, expect, it } from 'vitest'
import english from '../../../content/messages/en/game.json'
import koi from '../../../content/games/koi-lanterns.json'
import solar from '../../../content/games/solar-sails.json'
import honey from '../../../content/games/honey-heist.json'
import type { SlotsDefinition, SlotsStep, Win } from '../play/types'
import { layOut } from './layout'
import { anticipation, beats, drops } from './timeline'

const SOLAR = solar as unknown as SlotsDefinition
const HONEY = honey as unknown as SlotsDefinition

const win = (over: Partial<Win>): Win => ({
  kind: 'line',
  symbol: 'a',
  count: 3,
  line: 0,
  ways: null,
  positions: [[0, 0]],
  amount_cents: 50,
  ...over,
})
const step = (over: Partial<SlotsStep>): SlotsStep => ({
  kind: 'spin',
  stops: [],
  window: [['a'], ['k']],
  wins: [],
  tumbles: [],
  multiplier: 1,
  win_cents: 0,
  freespins_awarded: 0,
  ...over,
})

describe('beats', () => {
  it('of a losing spin are the spin alone', () => {
    expect(beats(step({}), SOLAR, 100).map(({ kind }) => kind)).toEqual(['spin'])
  })

  it('show the greatest win first and then the total', () => {
    const shown = beats(step({ wins: [win({ amount_cents: 50 }), win({ amount_cents: 900 })], win_cents: 950 }), SOLAR, 100)
    expect(shown.map(({ kind }) => kind)).toEqual(['spin', 'wins', 'total'])
    expect(shown[1]).toMatchObject({ celebrate: true, wins: [{ amount_cents: 900 }, { amount_cents: 50 }] })
    expect(shown[2]).toEqual({ kind: 'total', amount_cents: 950, level: 'win', isHeld: false })
  })

  it('make nothing of a return at the stake', () => {
    const shown = beats(step({ wins: [win({ amount_cents: 100 })], win_cents: 100 }), SOLAR, 100)
    expect(shown[1]).toMatchObject({ celebrate: false })
    expect(shown[2]).toMatchObject({ level: 'none' })
  })

  it('leave what held coins pay to the plate that ends them', () => {
    const copper = { ...SOLAR, hold_and_win: { trigger: 6, respins: 3, chance: { of: 1, out_of: 2 }, values: [], full_units: 1 } }
    const held = beats(step({ kind: 'respin', coins: [], win_cents: 2125 }), copper, 100)
    expect(held.at(-1)).toEqual({ kind: 'total', amount_cents: 2125, level: 'big', isHeld: true })
    expect(beats(step({ kind: 'respin', win_cents: 2125 }), SOLAR, 100).at(-1)).toMatchObject({ isHeld: false })
  })

  it('tumble between wins and count scatters in the last window', () => {
    const tumbled = step({
      window: [['bee', 'jar']],
      wins: [win({ kind: 'pay_anywhere', symbol: 'bee' }), win({ kind: 'scatter', symbol: 'hive', positions: [[0, 1]] })],
      tumbles: [
        {
          removed: [[0, 0]],
          window: [['hive', 'jar']],
          wins: [win({ kind: 'pay_anywhere', symbol: 'jar' })],
          multiplier: 2,
        },
      ],
      win_cents: 700,
      freespins_awarded: 10,
    })
    const shown = beats(tumbled, HONEY, 100)
    expect(shown.map(({ kind }) => kind)).toEqual(['spin', 'wins', 'tumble', 'wins', 'wins', 'total', 'freespins'])
    expect(shown[4]).toMatchObject({ wins: [{ kind: 'scatter' }] })
    expect(shown[6]).toEqual({ kind: 'freespins', count: 10, retrigger: false })
  })
})

describe('drops', () => {
  it('let what stands above a gap fall and new symbols come from above', () => {
    const fallen = drops([['a', 'k', 'q', 'j']], {
      removed: [
        [0, 1],
        [0, 3],
      ],
      window: [['x', 'y', 'a', 'q']],
    })
    expect(fallen).toEqual([
      { reel: 0, from: -2, to: 0, symbol: 'x' },
      { reel: 0, from: -1, to: 1, symbol: 'y' },
      { reel: 0, from: 0, to: 2, symbol: 'a' },
      { reel: 0, from: 2, to: 3, symbol: 'q' },
    ])
  })
})

describe('anticipation', () => {
  it('starts after one scatter fewer than needed and goes on to the last reel', () => {
    const window = [
      ['sun', 'a'],
      ['a', 'a'],
      ['sun', 'k'],
      ['a', 'a'],
      ['q', 'q'],
    ]
    expect(anticipation(window, SOLAR)).toEqual([false, false, false, true, true])
  })

  it('never starts in a game without scatters', () => {
    const rules = { ...SOLAR, symbols: SOLAR.symbols.filter(({ role }) => role !== 'scatter') }
    expect(anticipation([['sun'], ['sun'], ['sun']], rules)).toEqual([false, false, false])
  })
})

describe('layOut', () => {
  it.each([
    [390, 620, 5, 3],
    [390, 620, 6, 5],
    [1440, 770, 5, 3],
    [1440, 770, 6, 5],
    [844, 260, 6, 5],
    [320, 480, 6, 5],
  ])('keeps %i × %i with %i reels and %i rows inside the stage', (width, height, reels, rows) => {
    const { reels: box, frame, title } = layOut(width, height, reels, rows)
    expect(box.x - frame).toBeGreaterThanOrEqual(0)
    expect(box.y - frame).toBeGreaterThanOrEqual(title.y)
    expect(box.x + box.width + frame).toBeLessThanOrEqual(width)
    expect(box.y + box.height + frame).toBeLessThanOrEqual(height)
  })
})

describe('the figure beside the reels', () => {
  it('has no place on a phone', () => {
    expect(layOut(390, 620, 5, 3).mascot).toBeNull()
  })

  it('stands inside a wide stage', () => {
    const { mascot } = layOut(1440, 770, 6, 5)
    expect(mascot?.x).toBeGreaterThanOrEqual(-20)
    expect((mascot?.y ?? 0) + (mascot?.height ?? 0)).toBeLessThanOrEqual(770)
  })
})

describe('symbol names', () => {
  it.each([
    ['Solar Sails', solar],
    ['Koi Lanterns', koi],
    ['Honey Heist', honey],
  ])('cover every symbol of %s', (_, definition) => {
    const missing = definition.symbols.filter(({ id }) => !(`game.symbol.${id}` in english))
    expect(missing).toEqual([])
  })
})

describe('a celebration', () => {
  it('measures a step of a bought round by the bet, not by the price', () => {
    const paid = step({ win_cents: 2_600, wins: [win({ amount_cents: 2_600 })] })
    const celebrated = (bet: number) => beats(paid, SOLAR, bet).some((beat) => beat.kind === 'wins' && beat.celebrate)
    expect([celebrated(100), celebrated(10_000)]).toEqual([true, false])
  })
})
