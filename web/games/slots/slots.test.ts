import { describe, expect, it } from 'vitest'
import english from '../../../content/messages/en/game.json'
import caldera from '../../../content/games/caldera.json'
import orchard from '../../../content/games/clockwork-orchard.json'
import frozen from '../../../content/games/deep-freeze.json'
import rune from '../../../content/games/rune-ridge.json'
import salt from '../../../content/games/salt-and-thunder.json'
import koi from '../../../content/games/koi-lanterns.json'
import solar from '../../../content/games/solar-sails.json'
import honey from '../../../content/games/honey-heist.json'
import type { SlotsDefinition, SlotsStep, Win } from '../play/types'
import { anticipation, beats, drops } from './timeline'

const SOLAR = solar as unknown as SlotsDefinition
const HONEY = honey as unknown as SlotsDefinition
const FROZEN = frozen as unknown as SlotsDefinition

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
    expect(held.map(({ kind }) => kind)).toEqual(['hold', 'collect', 'total'])
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
    expect(shown.map(({ kind }) => kind)).toEqual(['spin', 'wins', 'tumble', 'wins', 'trigger', 'total', 'freespins'])
    expect(shown[4]).toEqual({ kind: 'trigger', symbol: 'hive', cells: [[0, 0]], hit: 'scatter' })
    expect(shown[6]).toEqual({ kind: 'freespins', count: 10, retrigger: false })
    const unawarded = beats({ ...tumbled, freespins_awarded: 0, wins: [win({ kind: 'scatter', symbol: 'hive', positions: [[0, 1]] })] }, HONEY, 100)
    expect(unawarded.map(({ kind }) => kind)).toEqual(['spin', 'tumble', 'wins', 'wins', 'total'])
    expect(unawarded[3]).toMatchObject({ wins: [{ kind: 'scatter' }] })
  })

  it('show what begins a feature before its plate, whether it pays or not', () => {
    const window = [
      ['sun', 'a'],
      ['sun', 'k'],
      ['q', 'sun'],
    ]
    const cells = [
      [0, 0],
      [1, 0],
      [2, 1],
    ]
    const shown = beats(step({ window, freespins_awarded: 8 }), SOLAR, 100)
    expect(shown.map(({ kind }) => kind)).toEqual(['spin', 'trigger', 'freespins'])
    expect(shown[1]).toEqual({ kind: 'trigger', symbol: 'sun', cells, hit: 'scatter' })
    const paid = beats(step({ window, freespins_awarded: 8, win_cents: 100, wins: [win({ kind: 'scatter', symbol: 'sun' })] }), SOLAR, 100)
    expect(paid.map(({ kind }) => kind)).toEqual(['spin', 'trigger', 'total', 'freespins'])
    const coins = Array.from({ length: 6 }, (_, i) => ({ position: [i % 5, Math.floor(i / 5)] as const, amount_cents: 25 }))
    const frozen = ['ember', 'ember', 'a']
    const held = step({ window: [frozen, frozen, frozen, ['a', 'k', 'q'], ['a', 'k', 'q']], coins })
    expect(beats(held, FROZEN, 25).map(({ kind }) => kind)).toEqual(['spin', 'trigger'])
    expect(beats({ ...held, coins: coins.slice(1) }, FROZEN, 25)).toMatchObject([{ kind: 'spin', coins: coins.slice(1) }])
  })

  it('make a win of all that free spins win, and know what they are multiplied by', () => {
    const won = step({ wins: [win({ amount_cents: 50 })], win_cents: 50 })
    const levels = (['spin', 'freespin', 'respin'] as const).map((kind) => beats({ ...won, kind }, SOLAR, 100).find((beat) => beat.kind === 'total')?.level)
    expect(levels).toEqual(['none', 'win', 'win'])
    const multiplied = (definition: unknown, kind: 'spin' | 'freespin') => beats(step({ kind }), definition as SlotsDefinition, 100)[0]
    expect(multiplied(caldera, 'spin')).toMatchObject({ multiplier: 1 })
    expect(multiplied(caldera, 'freespin')).toMatchObject({ multiplier: 3 })
    // Wilds that stay have a ladder of their own, which does not start anew.
    expect(multiplied(salt, 'freespin')).toMatchObject({ multiplier: null })
  })
})

describe('a wild that multiplies', () => {
  const window = [
    ['apple', 'key', 'seven'],
    ['key', 'key', 'seven'],
    ['apple', 'key', 'seven'],
  ]
  const row = (at: number) => [0, 1, 2].map((reel) => [reel, at] as const)
  const clockwork = (won: Partial<Win>) => {
    const shown = beats(step({ window, wins: [win(won)], win_cents: 76 }), orchard as unknown as SlotsDefinition, 20)
    return shown.flatMap((beat) => (beat.kind === 'wins' ? beat.wins.map(({ wildTimes }) => wildTimes) : []))
  }

  it('is told of the lines in which it stands for another symbol', () => {
    expect(clockwork({ symbol: 'apple', positions: row(0) })).toEqual([2])
  })

  it('is not told of lines without it, nor of its own', () => {
    expect([clockwork({ symbol: 'seven', positions: row(2) }), clockwork({ symbol: 'key', positions: row(1) })]).toEqual([[undefined], [undefined]])
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

  it('ends with the feature won, unless another scatter awards more or pays more', () => {
    const hives = [['hive'], ['hive'], ['hive'], ['hive'], ['bee'], ['bee']]
    expect(anticipation(hives, HONEY)).toEqual([false, false, false, true, false, false])
    const horns = hives.map(([symbol]) => [symbol === 'hive' ? 'horn' : 'axe'])
    expect(anticipation(horns, rune as unknown as SlotsDefinition)).toEqual([false, false, false, true, true, true])
    // Three suns begin the free spins; a fourth and a fifth pay more.
    expect(anticipation([['sun'], ['sun'], ['sun'], ['a'], ['a']], SOLAR)).toEqual([false, false, true, true, true])
    const unpaid = { ...SOLAR, scatter: { pays: { 3: 40 }, freespins: { 3: 8 } } }
    expect(anticipation([['sun'], ['sun'], ['sun'], ['a'], ['a']], unpaid)).toEqual([false, false, true, false, false])
  })

  it('starts in hold and win when one more reel can bring the coins that are missing', () => {
    const window = [
      ['ember', 'ember', 'a'],
      ['a', 'k', 'q'],
      ['ember', 'ember', 'k'],
      ['a', 'k', 'q'],
      ['a', 'k', 'q'],
    ]
    expect(anticipation(window, FROZEN)).toEqual([false, false, false, true, true])
    expect(anticipation([['ember', 'a', 'a'], ...window.slice(1)], FROZEN)).toEqual([false, false, false, false, false])
  })

  it('never starts in a game without scatters', () => {
    const rules = { ...SOLAR, symbols: SOLAR.symbols.filter(({ role }) => role !== 'scatter') }
    expect(anticipation([['sun'], ['sun'], ['sun']], rules)).toEqual([false, false, false])
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
