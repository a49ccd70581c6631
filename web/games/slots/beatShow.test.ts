import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import orchard from '../../../content/games/clockwork-orchard.json'
import heist from '../../../content/games/honey-heist.json'
import canyon from '../../../content/games/copper-canyon.json'
import salt from '../../../content/games/salt-and-thunder.json'
import solar from '../../../content/games/solar-sails.json'
import moon from '../../../content/games/moon-market.json'
import rune from '../../../content/games/rune-ridge.json'
import type { SlotsDefinition, SlotsStep, Win } from '../play/types'
import { Playback } from '../shell/motion'
import { BeatShow } from './beatShow'
import type { FeatureShow } from './featureShow'
import type { ShowParts } from './parts'
import { round, spin } from './testServer'
import { type Window, beats } from './timeline'

const nothing = new Proxy({}, { get: () => () => undefined })

/** A stage on which nothing is drawn; what is told is written down in order. */
function world(definition: unknown) {
  const told: string[] = []
  const figures: number[] = []
  const scene = { onStop: (_: number) => undefined as void }
  const reels = {
    window: [] as Window,
    show: (window: Window) => void (reels.window = window),
    showUnder: () => undefined,
    land: (window: Window) => {
      for (const reel of window.keys()) scene.onStop(reel)
      reels.window = window
      return Promise.resolve()
    },
  }
  const parts = {
    context: {
      t: (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' '),
      money: (cents: number) => `€${cents}`,
      sound: nothing,
      frame: { showStatus: (text: string) => told.push(text) },
    },
    definition: definition as SlotsDefinition,
    playback: new Playback(),
    scene,
    reels,
    effects: {
      label: (_: Win, text: string) => told.push(`label ${text}`),
      land: (cells: readonly unknown[]) => Promise.resolve(void told.push(`spring ${cells.join('; ')}`)),
      burst: (cells: readonly unknown[]) => Promise.resolve(void told.push(`burst ${cells.join('; ')}`)),
      fall: () => Promise.resolve(),
      clear: () => undefined,
    },
    features: { coins: () => undefined, cover: () => Promise.resolve() },
    badges: { multiplier: (by: number) => told.push(`lit ×${by}`), ways: (ways: number) => told.push(`ways ${ways}`), covered: () => undefined },
    board: nothing,
    celebration: {
      intro: (...texts: string[]) => Promise.resolve(void told.push(['intro', ...texts].join(' '))),
      win: () => new Promise<void>((resolve) => setTimeout(resolve, 900)),
    },
    wins: { all: () => Promise.resolve(), stop: () => undefined },
    hud: { win: (cents: number) => figures.push(cents) },
  }
  const show = new BeatShow(parts as unknown as ShowParts, nothing as unknown as FeatureShow, () => undefined)
  const play = async (step: SlotsStep, bet = 20): Promise<void> => {
    const played = round({ stake_cents: bet, bet_cents: bet, steps: [step] })
    const all = async (): Promise<void> => {
      for (const beat of beats(step, definition as SlotsDefinition, bet)) await show.show(beat, { round: played, index: 0 })
    }
    const shown = all()
    await vi.advanceTimersByTimeAsync(20_000)
    await shown
  }
  return { told, figures, play }
}

const won = (over: Partial<Win>): Win => ({
  kind: 'pay_anywhere',
  symbol: 'bee',
  count: 7,
  line: null,
  ways: null,
  positions: [[0, 0]],
  amount_cents: 16,
  ...over,
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('tells what each fall pays under the multiplier it is paid at, and one that pays nothing lights none', async () => {
  const { figures, play, told } = world(heist)
  const window = [['bee', 'jar']]
  const fall = (multiplier: number, wins: readonly Win[]) => ({ removed: [[0, 0]] as const, window, wins, multiplier })
  const tumbles = [fall(2, [won({ symbol: 'jar', amount_cents: 12 }), won({ amount_cents: 30 })]), fall(4, [])]
  await play(spin(0, { window, wins: [won({})], tumbles, win_cents: 58 }))
  expect(told).toEqual([
    'lit ×1',
    'lit ×1',
    'game.win_pay_anywhere 7 game.symbol.bee 1 1 €16',
    'label €16',
    'burst 0,0',
    'lit ×2',
    'game.multiplier 2 · game.wins_any 2 · €42',
    'label ×2 · €42',
    'burst 0,0',
    'game.wins_any 3 · game.status_won €58',
  ])
  // It runs up with each fall and does not begin anew with the total.
  expect([figures, figures.includes(16), figures.at(-1)]).toEqual([figures.toSorted((a, b) => a - b), true, 58])
  expect(figures.length).toBeGreaterThan(10)
})

it('tells no more than the round may win', async () => {
  const { figures, play, told } = world(heist)
  await play(spin(0, { window: [['bee']], wins: [won({ amount_cents: 900 })], win_cents: 500 }))
  expect([Math.max(...figures), told.filter((text) => text.includes('900'))]).toEqual([500, []])
})

it('lets the figure of the round run up along with the count', async () => {
  const { figures, play } = world(orchard)
  await play(spin(76, { window: [['apple'], ['apple'], ['apple']] }))
  expect(figures.length).toBeGreaterThan(20)
  expect([figures[0]! < 20, figures, figures.at(-1)]).toEqual([true, figures.toSorted((a, b) => a - b), 76])
})

it('says that a wild doubles a line, and lets it spring', async () => {
  const { play, told } = world(orchard)
  const positions = [0, 1, 2].map((reel) => [reel, 0] as const)
  await play(spin(0, { window: [['apple'], ['key'], ['apple']], wins: [won({ kind: 'line', line: 0, count: 3, symbol: 'apple', positions })], win_cents: 76 }))
  expect(told.slice(1, 4)).toEqual(['game.hit_line 3 game.symbol.apple 1 1 · ×2', 'label ×2', 'spring 1,0'])
})

it('says what covered reels multiply with the wins that they multiply', async () => {
  const { play, told } = world(canyon)
  const window = [['a'], ['sheriff'], ['sheriff'], ['sheriff'], ['a']]
  await play(spin(0, { window, covered: [1, 2, 3], multiplier: 2, wins: [won({ kind: 'line', line: 0, symbol: 'a' })], win_cents: 76 }))
  expect(told.some((text) => text.startsWith('game.multiplier 2 · game.hit_line'))).toBe(true)
})

it('counts the ways up as one reel stops after the other', async () => {
  const { play, told } = world(rune)
  await play(
    spin(0, {
      window: [
        ['axe', 'helm'],
        ['axe', 'axe', 'axe'],
        ['helm', 'axe'],
      ],
    }),
  )
  expect(told.filter((text) => text.startsWith('ways'))).toEqual(['ways 2', 'ways 6', 'ways 12', 'ways 12'])
})

it('climbs the rungs of a ladder with each fall where they are climbed for themselves', async () => {
  const { play, told } = world({ ...heist, levels: { leaving: [], freespins: {} } })
  const window = [['bee', 'jar']]
  await play(
    spin(0, { window, wins: [won({})], tumbles: [{ removed: [[0, 0]], window, wins: [], multiplier: 4 }], win_cents: 16 } satisfies Partial<SlotsStep>),
  )
  expect(told).toContain('lit ×4')
})

it('says what several wins are multiplied by before they are counted and after', async () => {
  const { play, told } = world(solar)
  const line = (line: number): Win => won({ kind: 'line', line, symbol: 'a' })
  await play(spin(0, { kind: 'freespin', window: [['a']], multiplier: 2, wins: [line(0), line(1)], win_cents: 76 }))
  expect(told.filter((text) => text.includes('wins_lines'))).toEqual([
    'game.multiplier 2 · game.wins_lines 2',
    'game.wins_lines 2 · ×2',
    'game.wins_lines 2 · ×2 · game.status_won €76',
  ])
})

it('says that wilds stay in the free spins, and how far they multiply', async () => {
  const { play, told } = world(salt)
  await play(spin(0, { window: [['a']], freespins_awarded: 8 }))
  const most = Math.max(...salt.freespins.sticky_wilds.ladder)
  expect(told).toContain(`intro game.freespins_label 8 game.freespins_sticky ${most}`)
})

it('reveals mysteries reel by reel before it tells what has won', async () => {
  const { play, told } = world(moon)
  const mystery = moon.symbols.find(({ role }) => role === 'mystery')!.id
  const window = [
    [mystery, 'a'],
    ['a', 'a'],
    ['a', mystery],
  ]
  await play(spin(0, { window, revealed: 'q', wins: [won({ kind: 'ways', symbol: 'a' })], win_cents: 16 }))
  const from = told.indexOf('game.revealed game.symbol.q')
  expect(told.slice(from, from + 4)).toEqual(['game.revealed game.symbol.q', 'burst 0,0', 'burst 2,1', 'spring 0,0; 2,1'])
  expect(told[from + 4]).toContain('game.hit_ways')
})
