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

const refused = (code: string) => ({ error: { code, message: '' } })

it('asks for the balance anew when a round is refused after its stake was shown as gone', async () => {
  const game = await openGame()
  const before = game.window()
  await game.press('Spin')
  expect(game.balance()).toBe('€99.80')
  // Meanwhile another tab has played.
  game.house.balance = 9_500
  await game.calls[0]?.answer(refused('round_conflict'), 409)
  await game.pass()
  expect([game.balance(), game.window()]).toEqual(['€95.00', before])
  expect(game.dialog()?.textContent).toContain('Another round of this game is still open.')
  expect(game.posted.slice(1)).toEqual([expect.objectContaining({ type: 'shown' }), expect.objectContaining({ type: 'refused', code: 'round_conflict' })])
  // The message is closed, and the game can be played again.
  await game.press('Close')
  await game.press('Spin')
  expect([game.calls.length, game.balance()]).toEqual([2, '€94.80'])
})

it('has nothing counted as played that was refused', async () => {
  const game = await openGame()
  await game.press('Spin')
  await game.calls[0]?.answer(refused('limit_reached'), 403)
  await game.pass()
  expect(game.types()).not.toContain('round_closed')
  expect([game.balance(), game.status()]).toEqual(['€100.00', "This bet would exceed a limit you've set."])
})

it('repeats a call without an answer under its key, and shows the one round that there is', async () => {
  const game = await openGame()
  await game.press('Spin')
  await game.calls[0]?.answer({}, 502)
  await game.calls[1]?.answer(round({ steps: [spin(40)], balance_cents: 10_020 }))
  await game.pass()
  expect(game.calls.map(({ key }) => key)).toEqual(['key 1', 'key 1'])
  expect([game.balance(), game.status()]).toEqual(['€100.20', 'Won €0.40'])
})

it('leads to the cashier where the money does not do, and plays once the page tells of a deposit', async () => {
  const game = await openGame({ session: { balance_cents: 10 } })
  await game.press('Spin')
  // A balance that looks too small takes nothing and turns nothing: only the server knows.
  expect([game.balance(), game.calls.length]).toEqual(['€0.10', 1])
  await game.calls[0]?.answer({ errors: { stake_cents: [{ code: 'insufficient_funds', message: '' }] } }, 422)
  await game.pass()
  expect([game.balance(), game.dialog()?.querySelector('p')?.textContent]).toEqual(['€0.10', 'Your balance is too low for this bet.'])
  await game.press('Deposit')
  expect(game.posted.at(-1)).toMatchObject({ type: 'deposit' })
  expect(game.dialog()).toBeNull()
  await game.hear({ type: 'balance', currency: 'EUR', amount_cents: 5_010, seq: 3, round_id: null })
  expect(game.balance()).toBe('€50.10')
  await game.press('Spin')
  expect(game.balance()).toBe('€49.90')
  await game.calls[1]?.answer(round({ balance_cents: 4_990, seq: 4 }))
  await game.pass()
  expect([game.balance(), game.status()]).toEqual(['€49.90', 'No win this time'])
})

it('plays on with a balance that was too small as it was known here, if the server takes the stake', async () => {
  const game = await openGame({ session: { balance_cents: 10 } })
  await game.press('Spin')
  await game.calls[0]?.answer(round({ steps: [spin(50)], balance_cents: 5_040 }))
  await game.pass()
  expect([game.balance(), game.win(), game.dialog()]).toEqual(['€50.40', '€0.50', null])
})

it('ignores a balance of another wallet', async () => {
  const game = await openGame()
  await game.hear({ type: 'balance', currency: 'BTC', amount_cents: 5, seq: 9, round_id: null })
  expect(game.balance()).toBe('€100.00')
})
