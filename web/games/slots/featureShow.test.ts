import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import canyon from '../../../content/games/copper-canyon.json'
import frozen from '../../../content/games/deep-freeze.json'
import heist from '../../../content/games/honey-heist.json'
import salt from '../../../content/games/salt-and-thunder.json'
import solar from '../../../content/games/solar-sails.json'
import type { Coin, SlotsDefinition, Win } from '../play/types'
import { Playback } from '../shell/motion'
import { FeatureShow } from './featureShow'
import type { ShowParts } from './parts'
import { round, spin } from './testServer'

const coin = (reel: number, row: number, amount_cents: number): Coin => ({ position: [reel, row], amount_cents })

interface Outcome {
  totalCents: number
  level: string
  isCounted: boolean
  told: () => void
}

/** A feature whose coins fall when the test says so; all that is told is written down in order. */
function world(definition: unknown) {
  const told: string[] = []
  const figures: number[] = []
  const falls: ((index: number) => void)[] = []
  let land = (): void => undefined
  const badges: string[] = []
  const plates: { title: string; isCounted: boolean; status: string | undefined }[] = []
  const outcomes: unknown[] = []
  const nothing = new Proxy({}, { get: () => () => undefined })
  const t = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' ')
  const features = {
    coins: () => undefined,
    lift: () => told.push('lift'),
    respin: (_: readonly Coin[], fall: (index: number) => void) => {
      falls.push(fall)
      return new Promise<void>((resolve) => {
        land = resolve
      })
    },
  }
  const parts = {
    context: { t, money: String, sound: nothing, frame: { showStatus: (text: string) => told.push(text), announce: () => undefined } },
    definition: definition as SlotsDefinition,
    playback: new Playback(),
    scene: nothing,
    reels: nothing,
    effects: nothing,
    badges: new Proxy(
      {},
      {
        get:
          (_, name) =>
          (...values: unknown[]) =>
            badges.push([name, ...values].join(' ')),
      },
    ),
    board: { won: (coins: readonly Coin[]) => coins.some(({ prize }) => prize !== undefined) && told.push('board lit') },
    celebration: {
      intro: (...texts: string[]) => told.push(['intro', ...texts].join(' ')),
      announce: (title: string, detail: string) => told.push(`plate ${title} ${detail}`),
      outro: (title: string, { totalCents, level, isCounted, told: counted }: Outcome) => {
        outcomes.push([totalCents, level])
        plates.push({ title, isCounted, status: told.at(-1) })
        counted()
      },
    },
    wins: nothing,
    features,
    hud: { win: (cents: number) => figures.push(cents), feature: () => undefined },
  }
  return { told, figures, falls, land: () => land(), badges, plates, outcomes, show: new FeatureShow(parts as unknown as ShowParts) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('sets respins back with the coin that falls, not before', () => {
  const { told, falls, show } = world(frozen)
  show.turn({ kind: 'respin', left: 2, total: 3 })
  void show.respin([coin(0, 0, 50), coin(1, 0, 25)])
  expect(told).toEqual(['lift', 'game.respins_left 1 · 0'])
  falls[0]?.(0)
  falls[0]?.(1)
  expect(told.slice(2)).toEqual(['game.respins_left 3 · 50', 'game.respins_left 3 · 75'])
})

it('lights a prize on the board as it falls, and announces it when all have fallen', async () => {
  const { told, falls, land, show } = world(frozen)
  show.turn({ kind: 'respin', left: 2, total: 3 })
  const shown = show.respin([{ ...coin(0, 0, 1_000), prize: 'minor' }, coin(1, 0, 25)])
  falls[0]?.(0)
  expect(told.at(-2)).toBe('board lit')
  expect(told.some((text) => text.startsWith('plate'))).toBe(false)
  land()
  await shown
  expect(told.filter((text) => text.startsWith('plate'))).toEqual(['plate game.prize_minor 1000'])
})

it('lingers on a coin with a prize while coins are counted', async () => {
  const { figures, show } = world(frozen)
  const coins = [{ ...coin(0, 0, 1_000), prize: 'minor' as const }, coin(1, 0, 25)]
  const counted = show.collect({ kind: 'collect', coins, wins: [], amount_cents: 1_025 }, 0, 100)
  await vi.advanceTimersByTimeAsync(600)
  expect(figures).toEqual([1_000])
  await vi.advanceTimersByTimeAsync(2_000)
  await counted
  expect(figures.at(-1)).toBe(1_025)
})

it('counts coins one after another into what was won before, and the grand prize after them', async () => {
  const { told, figures, show } = world(frozen)
  const win = (kind: Win['kind'], amount_cents: number): Win => ({ kind, symbol: 'ember', count: 2, line: null, ways: null, positions: [], amount_cents })
  const beat = { kind: 'collect', coins: [coin(0, 0, 50), coin(1, 0, 25)], wins: [win('coins', 75), win('full', 1_000)], amount_cents: 1_075 } as const
  const counted = show.collect(beat, 10, 100)
  expect([figures, told.length, told[0]?.startsWith('game.hold_coins')]).toEqual([[60], 1, true])
  await vi.advanceTimersByTimeAsync(20_000)
  await counted
  expect(told[2]).toBe('plate game.prize_grand 1000')
  expect(told[1]?.startsWith('game.hit_full')).toBe(true)
  expect([figures.slice(0, 2), figures.length > 20, figures, figures.at(-1)]).toEqual([[60, 85], true, figures.toSorted((a, b) => a - b), 1_085])
  expect(told.at(-1)).toContain('1000')
})

it('never counts more than a round may win', async () => {
  const { figures, show } = world(frozen)
  const counted = show.collect({ kind: 'collect', coins: [coin(0, 0, 50), coin(1, 0, 25)], wins: [], amount_cents: 60 }, 0, 100)
  await vi.advanceTimersByTimeAsync(2_000)
  await counted
  expect(figures).toEqual([50, 60, 60])
})

it('counts the free spin that is played, not those that are left', () => {
  const { told, show } = world(solar)
  show.turn({ kind: 'freespin', left: 8, total: 8 })
  show.turn({ kind: 'freespin', left: 1, total: 12 })
  expect(told).toEqual(['lift', 'game.freespin_of 1 8', 'lift', 'game.freespin_of 12 12'])
})

it('says of a respin that follows another no number', () => {
  const { told, show } = world(canyon)
  show.turn({ kind: 'respin', left: 1, total: 1 })
  expect(told).toEqual(['lift', 'game.respin'])
})

it('takes back what the last spin has climbed when the next one turns, unless wilds stay', () => {
  const honey = world(heist)
  honey.show.turn({ kind: 'freespin', left: 1, total: 2 })
  expect(honey.badges).toEqual(expect.arrayContaining(['ways ', 'multiplier 2']))
  const thunder = world(salt)
  thunder.show.turn({ kind: 'freespin', left: 1, total: 2 })
  expect(thunder.badges.filter((text) => text.startsWith('multiplier'))).toEqual([])
})

it('says that the total is counted before it says the total', async () => {
  const { plates, show, told } = world(solar)
  const ended = show.end(round({ steps: [spin(0, { freespins_awarded: 8 }), spin(60, { kind: 'freespin' })] }), 'win')
  await vi.advanceTimersByTimeAsync(500)
  await ended
  expect(plates).toEqual([{ title: 'game.freespins_label', isCounted: true, status: 'game.total_win' }])
  expect(told.at(-1)).toBe('game.total_won 60')
})

it.each([
  ['that none of them has borne', [200, 200], [400, 'big']],
  ['no more that one of them has borne', [390, 10], [400, 'win']],
])('tells on the plate what free spins have won, under a name %s', async (_, wins, expected) => {
  const { outcomes, show, told } = world(solar)
  const steps = [spin(600, { freespins_awarded: 2 }), ...wins.map((won) => spin(won, { kind: 'freespin' }))]
  const ended = show.end(round({ steps }), 'mega')
  await vi.advanceTimersByTimeAsync(500)
  await ended
  expect(outcomes).toEqual([expected])
  expect(told.at(-1)).toBe('game.total_won 1000')
})

it('says on the plate that begins hold and win what a coin does', async () => {
  const { show, told } = world(frozen)
  await show.begin(round({ steps: [spin(0, { coins: [coin(0, 0, 50)] })] }), { kind: 'respin', left: 3, total: 3 })
  expect(told).toContain('intro game.hold_label game.hold_coins 1 game.hold_resets 3')
})

it('begins respins in the light of a feature, with a plate that says why', async () => {
  const { badges, show, told } = world(canyon)
  await show.begin(round({ steps: [spin(0, { covered: [2], multiplier: 1 })] }), { kind: 'respin', left: 1, total: 1 })
  expect(told).toEqual(['game.respin', 'plate game.symbol.sheriff game.respin'])
  expect(badges).toEqual(['covered 1', 'multiplier 1'])
  show.turn({ kind: 'respin', left: 1, total: 1 })
  expect(badges.at(-1)).toBe('feature game.respin game.respin_short')
})

it.each([
  ['more than one spin has paid', [210, 662], [{ title: 'game.respin', isCounted: true, status: 'game.total_win' }]],
  ['one has', [0, 662], []],
])('ends respins on a plate where %s', async (_, wins, expected) => {
  const { plates, show, told } = world(canyon)
  const steps = [spin(0), ...wins.map((won) => spin(won, { kind: 'respin' }))]
  const ended = show.end(round({ steps }), 'win')
  await vi.advanceTimersByTimeAsync(500)
  await ended
  expect(plates).toEqual(expected)
  expect(told.at(-1)).toBe(`game.total_won ${wins[0]! + wins[1]!}`)
})
