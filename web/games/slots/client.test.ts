import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { likeABrowser, openGame, round, spin } from './testServer'

vi.mock('./scene', async () => ({ Scene: (await import('./testStage')).Scene }))
vi.mock('./effects', async () => ({ Effects: (await import('./testStage')).Drawn }))
vi.mock('./featureLayer', async () => ({ FeatureLayer: (await import('./testStage')).Drawn }))

beforeEach(likeABrowser)
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('takes the stake at once, and shows what was won when the reels have stopped on it', async () => {
  const game = await openGame()
  expect([game.status(), game.balance(), game.win()]).toEqual(['Choose your bet and spin', '€100.00', '–'])
  await game.press('Spin')
  expect([game.status(), game.balance()]).toEqual(['Good luck', '€99.80'])
  expect(game.calls.map(({ path, body, key }) => [path, body, key])).toEqual([['/api/play/rounds', { stake_cents: 20 }, 'key 1']])
  const window = [
    ['sun', 'a', 'k'],
    ['q', 'j', 'a'],
    ['k', 'q', 'j'],
    ['a', 'k', 'q'],
    ['j', 'a', 'k'],
  ]
  await game.calls[0]?.answer(round({ steps: [spin(50, { window })], balance_cents: 10_030 }))
  // The answer is there before the reels have turned long enough.
  expect([game.balance(), game.win(), game.types()]).toEqual(['€99.80', '–', ['turning', 'round_opened']])
  await game.pass()
  expect([game.window(), game.balance(), game.win(), game.status()]).toEqual([window, '€100.30', '€0.50', 'Won €0.50'])
  expect(game.host.querySelector<HTMLElement>('.figure.win')?.dataset.golden).toBe('true')
  expect(game.posted.slice(2)).toMatchObject([{ type: 'shown' }, { type: 'round_closed', round_id: 'r1', stake_cents: 20, win_cents: 50, currency: 'EUR' }])
})

it('does not let the page give away the result before it is seen', async () => {
  const game = await openGame()
  await game.press('Spin')
  await game.hear({ type: 'balance', currency: 'EUR', amount_cents: 10_480, seq: 5, round_id: 'r1' })
  expect(game.balance()).toBe('€99.80')
  await game.calls[0]?.answer(round({ steps: [spin(500)], balance_cents: 10_480, seq: 5 }))
  expect(game.balance()).toBe('€99.80')
  await game.pass()
  expect(game.balance()).toBe('€104.80')
  // At rest it follows the page at once.
  await game.hear({ type: 'balance', currency: 'EUR', amount_cents: 20_000, seq: 6, round_id: null })
  expect(game.balance()).toBe('€200.00')
})

it.each([
  ['a loss', 0, 'No win this time', '–', 'false'],
  ['a return below the stake', 10, 'Returned €0.10', '€0.10', 'false'],
  ['the stake back', 20, 'Returned €0.20', '€0.20', 'false'],
  ['a win', 30, 'Won €0.30', '€0.30', 'true'],
  ['an epic win', 2_000, 'Won €20.00', '€20.00', 'true'],
])('says %s in words', async (_, win, status, figure, golden) => {
  const game = await openGame()
  await game.press('Spin')
  await game.calls[0]?.answer(round({ steps: [spin(win)], balance_cents: 9_980 + win }))
  await game.pass()
  expect([game.status(), game.win(), game.host.querySelector<HTMLElement>('.figure.win')?.dataset.golden]).toEqual([status, figure, golden])
  expect(game.host.querySelector<HTMLElement>('.status')?.dataset.tone).toBe(golden === 'true' ? 'won' : 'plain')
})

it('reads the window and each win to those who do not see them', async () => {
  const game = await openGame()
  await game.press('Spin')
  await game.calls[0]?.answer(round({ steps: [spin(50)], balance_cents: 10_030 }))
  await game.pass()
  expect(game.reader()).toMatch(/^Reels: .+; .+; .+; .+; .+\. Line 1: 3 × .+, €0\.50$/)
})

it('plays one round at a time, and the next one under a key of its own', async () => {
  const game = await openGame()
  await game.press('Spin')
  await game.press('Skip')
  expect(game.calls).toHaveLength(1)
  await game.calls[0]?.answer(round({ balance_cents: 9_980 }))
  await game.pass()
  await game.press('Spin')
  expect(game.calls.map(({ key }) => key)).toEqual(['key 1', 'key 2'])
  expect(game.balance()).toBe('€99.60')
})

it('begins no turn while the page has the game paused', async () => {
  const game = await openGame()
  await game.hear({ type: 'pause' })
  await game.press('Spin')
  expect([game.calls.length, game.types()]).toEqual([0, []])
  await game.hear({ type: 'resume' })
  expect([game.calls.length, game.types()]).toEqual([1, ['turning']])
})
