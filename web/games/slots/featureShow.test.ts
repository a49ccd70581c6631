import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import canyon from '../../../content/games/copper-canyon.json'
import frozen from '../../../content/games/deep-freeze.json'
import solar from '../../../content/games/solar-sails.json'
import type { Coin, SlotsDefinition, Win } from '../play/types'
import { Playback } from '../shell/motion'
import { FeatureShow } from './featureShow'
import type { ShowParts } from './parts'

const coin = (reel: number, row: number, amount_cents: number): Coin => ({ position: [reel, row], amount_cents })

/** A feature whose coins fall when the test says so; all that is told is written down in order. */
function world(definition: unknown) {
  const told: string[] = []
  const figures: number[] = []
  const falls: ((index: number) => void)[] = []
  const nothing = new Proxy({}, { get: () => () => undefined })
  const t = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' ')
  const features = {
    lift: () => told.push('lift'),
    respin: (_: readonly Coin[], fall: (index: number) => void) => {
      falls.push(fall)
      return new Promise<void>(() => undefined)
    },
  }
  const parts = {
    context: { t, money: String, sound: nothing, frame: { showStatus: (text: string) => told.push(text), announce: () => undefined } },
    definition: definition as SlotsDefinition,
    playback: new Playback(),
    scene: nothing,
    reels: nothing,
    effects: nothing,
    badges: nothing,
    board: nothing,
    celebration: nothing,
    wins: nothing,
    features,
    hud: { win: (cents: number) => figures.push(cents), feature: () => undefined },
  }
  return { told, figures, falls, show: new FeatureShow(parts as unknown as ShowParts) }
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

it('counts coins one after another into what was won before, and the grand prize after them', async () => {
  const { told, figures, show } = world(frozen)
  const win = (kind: Win['kind'], amount_cents: number): Win => ({ kind, symbol: 'ember', count: 2, line: null, ways: null, positions: [], amount_cents })
  const beat = { kind: 'collect', coins: [coin(0, 0, 50), coin(1, 0, 25)], wins: [win('coins', 75), win('full', 1_000)], amount_cents: 1_075 } as const
  const counted = show.collect(beat, 10, 100)
  expect([figures, told.length, told[0]?.startsWith('game.hit_full')]).toEqual([[60], 1, true])
  await vi.advanceTimersByTimeAsync(2_000)
  await counted
  expect(figures).toEqual([60, 85, 1_085])
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
