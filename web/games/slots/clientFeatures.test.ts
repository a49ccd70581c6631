import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import caldera from '../../../content/games/caldera.json'
import canyon from '../../../content/games/copper-canyon.json'
import frozen from '../../../content/games/deep-freeze.json'
import heist from '../../../content/games/honey-heist.json'
import tidal from '../../../content/games/tidal-kings.json'
import noir from '../../../content/games/velvet-noir.json'
import type { Coin, SlotsStep, Win } from '../play/types'
import { likeABrowser, openGame, round, spin } from './testServer'

vi.mock('./scene', async () => ({ Scene: (await import('./testStage')).Scene }))
vi.mock('./effects', async () => ({ Effects: (await import('./testStage')).Drawn }))
vi.mock('./featureLayer', async () => ({ FeatureLayer: (await import('./testStage')).Drawn }))

beforeEach(likeABrowser)
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const left = (count: number, total = 2) => ({ kind: 'freespin', left: count, total }) as const
const respin = (count: number) => ({ kind: 'respin', left: count, total: 3 }) as const
const free = (win: number, over: Partial<SlotsStep> = {}) => spin(win, { kind: 'freespin', ...over })

/** All texts of the status line, from now until all is shown. */
async function told(game: Awaited<ReturnType<typeof openGame>>, milliseconds = 30_000): Promise<string[]> {
  const texts = [game.status()]
  for (let at = 0; at < milliseconds; at += 50) {
    await vi.advanceTimersByTimeAsync(50)
    if (texts.at(-1) !== game.status()) texts.push(game.status())
  }
  return texts
}

/** All that has been said in the status line since, however short it stood. */
function everyStatus(game: Awaited<ReturnType<typeof openGame>>): () => (string | null)[] {
  const observer = new MutationObserver((records) => said.push(...records))
  const said: MutationRecord[] = []
  observer.observe(game.host.querySelector('.status')!, { childList: true })
  return () => said.flatMap(({ addedNodes }) => [...addedNodes].map(({ textContent }) => textContent))
}

const shown = (game: Awaited<ReturnType<typeof openGame>>, selector: string) => {
  const node = game.host.querySelector<HTMLElement>(selector)
  return node === null || node.hidden ? null : node.textContent
}

it('says what has won before it is counted, and what it pays after that', async () => {
  const game = await openGame()
  await game.press('Spin')
  await game.calls[0]?.answer(round({ steps: [spin(50)], balance_cents: 10_030 }))
  await vi.advanceTimersByTimeAsync(600)
  expect([game.status(), game.win()]).toEqual(['Line 1: 3 × A', '–'])
  const texts = await told(game)
  expect([texts, game.win()]).toEqual([['Line 1: 3 × A', 'Won €0.50'], '€0.50'])
})

it('says how many lines have won, and their sum once it is counted', async () => {
  const game = await openGame()
  await game.press('Spin')
  const [first] = spin(30).wins
  const wins: Win[] = [first!, { ...first!, line: 8, amount_cents: 20 }]
  await game.calls[0]?.answer(round({ steps: [spin(50, { wins })], balance_cents: 10_030 }))
  const texts = await told(game)
  expect(texts.slice(1)).toEqual(['2 winning lines', '2 winning lines · Won €0.50'])
})

it('counts the free spin that is played, with its multiplier, and ends on one total', async () => {
  const game = await openGame({ definition: caldera })
  await game.press('Spin')
  const won = round({ steps: [spin(0, { freespins_awarded: 2 })], next: left(2), balance_cents: 9_980 })
  await game.calls[0]?.answer(won)
  const begun = await told(game)
  expect(begun.slice(1)).toEqual(['2 free spins · All wins ×3', 'Free spin 1 of 2'])
  expect([shown(game, '.stage-badges .stage-badge'), shown(game, '.stage-multiplier'), shown(game, '.bar-count')]).toEqual(['Free spin 1 of 2', '×3', '1/2'])
  // Less than the bet, but nothing was staked on it.
  const second = round({ ...won, steps: [...won.steps, free(10)], win_cents: 10, next: left(1) })
  await game.calls[1]?.answer(second)
  const middle = await told(game)
  expect(middle).toEqual(['Line 1: 3 × A', 'Won €0.10', 'Free spin 2 of 2'])
  expect(shown(game, '.stage-multiplier')).toBe('×3')
  await game.calls[2]?.answer(round({ ...second, status: 'finished', steps: [...second.steps, free(60)], win_cents: 70, next: null, balance_cents: 10_050 }))
  const ended = await told(game)
  expect(ended).toEqual(['Line 1: 3 × A', 'Won €0.60', 'Total win €0.70'])
  expect([shown(game, '.stage-badges .stage-badge'), shown(game, '.stage-multiplier'), shown(game, '.bar-multiplier')]).toEqual([null, null, null])
})

it('shows the win figure as a win from when it is more than was paid, and not before', async () => {
  const game = await openGame({ definition: caldera })
  const golden = () => game.host.querySelector<HTMLElement>('.figure.win')?.dataset.golden
  await game.press('Spin')
  const won = round({ steps: [spin(10, { freespins_awarded: 2 })], next: left(2) })
  await game.calls[0]?.answer(won)
  await game.pass()
  expect([game.win(), golden()]).toEqual(['€0.10', 'false'])
  const second = round({ ...won, steps: [...won.steps, free(50)], win_cents: 60, next: left(1) })
  await game.calls[1]?.answer(second)
  await game.pass()
  expect([game.win(), golden()]).toEqual(['€0.60', 'true'])
  await game.calls[2]?.answer(round({ ...second, status: 'finished', steps: [...second.steps, free(5)], win_cents: 65, next: null }))
  await vi.advanceTimersByTimeAsync(3_000)
  expect([game.win(), golden()]).toEqual(['€0.65', 'true'])
  await game.pass()
})

it('tells more free spins when they are won, and counts them from the next spin on', async () => {
  const game = await openGame({ definition: caldera })
  await game.press('Spin')
  const won = round({ steps: [spin(0, { freespins_awarded: 2 })], next: left(2) })
  await game.calls[0]?.answer(won)
  await game.pass()
  expect(game.status()).toBe('Free spin 1 of 2')
  await game.calls[1]?.answer(round({ ...won, steps: [...won.steps, free(0, { freespins_awarded: 2 })], next: left(3, 4) }))
  const texts = await told(game)
  expect(texts).toEqual(['2 more free spins', 'Free spin 2 of 4'])
})

it('sells nothing while free spins are played', async () => {
  const game = await openGame({ definition: tidal })
  const buy = () => game.host.querySelector<HTMLElement>('.buy-button')?.style.visibility
  expect(buy()).toBe('')
  await game.press('Spin')
  const won = round({ steps: [spin(0, { freespins_awarded: 1 })], next: left(1, 1) })
  await game.calls[0]?.answer(won)
  await game.pass()
  expect(buy()).toBe('hidden')
  await game.calls[1]?.answer(round({ ...won, status: 'finished', steps: [...won.steps, free(0)], next: null }))
  await game.pass()
  expect(buy()).toBe('')
})

it('keeps the symbol of the free spins in sight for as long as they last', async () => {
  const game = await openGame({ definition: noir })
  await game.press('Spin')
  const won = round({ steps: [spin(0, { freespins_awarded: 1, expanding_symbol: 'dame' })], next: left(1, 1) })
  await game.calls[0]?.answer(won)
  const texts = await told(game)
  expect(texts.slice(1)).toEqual(['1 free spin', 'Femme fatale expands in these free spins', 'Free spin 1 of 1'])
  const pictures = () => game.host.querySelectorAll('.stage-symbol .symbol-picture, .bar-symbol .symbol-picture').length
  expect(pictures()).toBe(2)
  await game.calls[1]?.answer(round({ ...won, status: 'finished', steps: [...won.steps, free(0, { expanding_symbol: 'dame' })], next: null }))
  await game.pass()
  expect(pictures()).toBe(0)
})

const coin = (place: number, cents = 20): Coin => ({ position: [place % 5, Math.floor(place / 5)], amount_cents: cents })
const coins = (count: number) => Array.from({ length: count }, (_, place) => coin(place))
const coinsPay = (count: number): Win => ({
  kind: 'coins',
  symbol: 'ember',
  count,
  line: null,
  ways: null,
  positions: coins(count).map(({ position }) => position),
  amount_cents: 20 * count,
})

it('tells respins and what their coins are worth, counts the coins in at the end, and shows the window it began with', async () => {
  const game = await openGame({ definition: frozen })
  await game.press('Spin')
  const window = [
    ['ember', 'ember', 'a'],
    ['ember', 'q', 'a'],
    ['ember', 'j', 'a'],
    ['ember', 'fox', 'a'],
    ['ember', 'owl', 'a'],
  ]
  const opened = round({ steps: [spin(0, { window, coins: coins(6) })], next: respin(3) })
  await game.calls[0]?.answer(opened)
  const begun = await told(game)
  expect(begun.slice(1)).toEqual(['6 coins', 'Hold and win begins. 6 coins, worth €1.20.', 'Respins left: 3 · €1.20', 'Respins left: 2 · €1.20'])
  expect([shown(game, '.stage-badge'), shown(game, '.stage-sum'), game.win()]).toEqual(['Respins left: 2', '€1.20', '–'])
  const held = (count: number, over: Partial<SlotsStep> = {}) => spin(0, { kind: 'respin', coins: coins(count), ...over })
  const second = round({ ...opened, steps: [...opened.steps, held(7)], next: respin(3) })
  await game.calls[1]?.answer(second)
  expect([game.status(), await told(game)]).toEqual(['Respins left: 3 · €1.40', ['Respins left: 3 · €1.40', 'Respins left: 2 · €1.40']])
  const last = held(7, { wins: [coinsPay(7)], win_cents: 140 })
  await game.calls[2]?.answer(round({ ...second, status: 'finished', steps: [...second.steps, last], win_cents: 140, next: null }))
  expect(await told(game)).toEqual(['7 coins', '7 coins pay €1.40', 'Total win €1.40'])
  expect([game.win(), shown(game, '.stage-sum'), game.window()]).toEqual(['€1.40', null, window])
})

it('tells what a tumbling win without a feature has paid, fall by fall and then in all', async () => {
  const game = await openGame({ definition: heist })
  await game.press('Spin')
  const bees = (amount_cents: number): Win => ({ kind: 'pay_anywhere', symbol: 'bee', count: 7, line: null, ways: null, positions: [[0, 0]], amount_cents })
  const fall = (multiplier: number, wins: readonly Win[]) => ({ removed: [[0, 0]] as const, window: spin(0).window, wins, multiplier })
  await game.calls[0]?.answer(round({ steps: [spin(42, { wins: [bees(30)], tumbles: [fall(2, [bees(12)]), fall(4, [])] })] }))
  const texts = await told(game)
  expect(texts.slice(1)).toEqual(['7 × Bee: €0.30', 'Multiplier ×2 · 7 × Bee: €0.12', '2 wins · Won €0.42'])
  expect(game.win()).toBe('€0.42')
})

it('calls no spin lost that begins respins or ends them', async () => {
  const game = await openGame({ definition: canyon })
  const texts = everyStatus(game)
  await game.press('Spin')
  const covered = round({ steps: [spin(0, { covered: [2] })], next: { kind: 'respin', left: 1, total: 1 } })
  await game.calls[0]?.answer(covered)
  await game.pass()
  expect([shown(game, '.stage-badges .stage-badge'), shown(game, '.bar-count'), game.host.querySelectorAll('.bar-cover [data-lit]').length]).toEqual([
    'Respin',
    'Respin',
    1,
  ])
  await game.calls[1]?.answer(round({ ...covered, status: 'finished', steps: [...covered.steps, spin(0, { kind: 'respin', covered: [2] })], next: null }))
  await game.pass()
  expect([...new Set(texts())]).toEqual(['Good luck', 'Respin', 'Nothing this time'])
})

it('calls the last free spin of a feature that has won no loss', async () => {
  const game = await openGame({ definition: caldera })
  await game.press('Spin')
  const won = round({ steps: [spin(50, { freespins_awarded: 1 })], next: left(1, 1) })
  await game.calls[0]?.answer(won)
  await game.pass()
  await game.calls[1]?.answer(round({ ...won, status: 'finished', steps: [...won.steps, free(0)], next: null }))
  expect(await told(game)).toEqual(['Free spin 1 of 1', 'Total win €0.50'])
})
