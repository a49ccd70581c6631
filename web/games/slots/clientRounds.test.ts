import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import tidal from '../../../content/games/tidal-kings.json'
import { likeABrowser, openGame, round, spin } from './testServer'

vi.mock('./scene', async () => ({ Scene: (await import('./testStage')).Scene }))
vi.mock('./effects', async () => ({ Effects: (await import('./testStage')).Drawn }))
vi.mock('./featureLayer', async () => ({ FeatureLayer: (await import('./testStage')).Drawn }))

beforeEach(likeABrowser)
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const left = (count: number) => ({ kind: 'freespin', left: count, total: 8 }) as const
const opening = spin(0, { freespins_awarded: 8 })
const free = (win: number) => spin(win, { kind: 'freespin' })

it('goes on with a round that was left open, from where it stood, without a press and without a stake', async () => {
  const window = [
    ['k', 'k', 'k'],
    ['q', 'q', 'q'],
    ['j', 'j', 'j'],
    ['a', 'a', 'a'],
    ['k', 'q', 'j'],
  ]
  const steps = [opening, free(60)]
  const open = round({ stake_cents: 100, bet_cents: 100, steps: [opening, { ...free(60), window }], next: left(2), balance_cents: 9_900 })
  const game = await openGame({ session: { open_round: open, balance_cents: 9_900 } })
  expect([game.status(), game.window(), game.win(), game.balance()]).toEqual(['Resuming your last round', window, '€0.60', '€99.00'])
  expect(game.host.querySelector('.stake .value')?.textContent).toBe('€1.00')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(game.status()).toBe('Free spin 7 of 8')
  expect(game.calls.map(({ path, body }) => [path, body])).toEqual([['/api/play/rounds/r1/steps', { step: 2 }]])
  await game.calls[0]?.answer({ ...open, steps: [...steps, free(0)], next: left(1) })
  await game.pass()
  expect(game.calls[1]).toMatchObject({ path: '/api/play/rounds/r1/steps', body: { step: 3 }, key: 'key 2' })
  await game.calls[1]?.answer(round({ ...open, status: 'finished', steps: [...steps, free(0), free(200)], win_cents: 260, next: null, balance_cents: 10_160 }))
  await game.pass()
  expect([game.calls.length, game.balance(), game.win(), game.status()]).toEqual([2, '€101.60', '€2.60', 'Total win €2.60'])
  expect(game.posted.at(-1)).toMatchObject({ type: 'round_closed', round_id: 'r1', stake_cents: 100, win_cents: 260 })
})

it('plays the free spins that a spin has won, and adds them up', async () => {
  const game = await openGame()
  await game.press('Spin')
  const won = round({ steps: [spin(40, { freespins_awarded: 8 })], next: left(1), balance_cents: 10_020 })
  await game.calls[0]?.answer(won)
  await game.pass()
  expect([game.win(), game.types().filter((type) => type === 'round_closed')]).toEqual(['€0.40', []])
  await game.calls[1]?.answer(round({ ...won, status: 'finished', steps: [...won.steps, free(100)], win_cents: 140, next: null, balance_cents: 10_120 }))
  await game.pass()
  expect([game.balance(), game.win(), game.status()]).toEqual(['€101.20', '€1.40', 'Total win €1.40'])
  expect(game.types().filter((type) => type === 'round_opened')).toHaveLength(1)
})

it('says that a feature won nothing', async () => {
  const open = round({ steps: [opening], next: left(1), balance_cents: 9_980 })
  const game = await openGame({ session: { open_round: open } })
  await vi.advanceTimersByTimeAsync(1_000)
  await game.calls[0]?.answer(round({ ...open, status: 'finished', steps: [opening, free(0)], next: null }))
  await game.pass()
  expect([game.win(), game.status()]).toEqual(['–', 'Nothing this time'])
})

it('asks for the step that is due, not for the whole round, when the server went away in between', async () => {
  const open = round({ steps: [opening], next: left(1), balance_cents: 9_980 })
  const game = await openGame({ session: { open_round: open } })
  await vi.advanceTimersByTimeAsync(1_000)
  await game.calls[0]?.answer({}, 503)
  expect(game.calls.map(({ body, key }) => [body, key])).toEqual([
    [{ step: 1 }, 'key 1'],
    [{ step: 1 }, 'key 1'],
  ])
})

it('buys a round for its price once the player has agreed', async () => {
  const game = await openGame({ definition: tidal, session: { stakes_cents: [40, 200], balance_cents: 10_000 } })
  const buy = () => game.press('Buy bonus €22.80')
  await buy()
  expect([game.calls.length, game.dialog()?.querySelector('p')?.textContent]).toEqual([0, 'Buy the free spins feature for €22.80?'])
  await game.press('Close')
  expect([game.calls.length, game.balance()]).toEqual([0, '€100.00'])
  await buy()
  await game.press('Buy for €22.80')
  expect([game.calls[0]?.body, game.balance()]).toEqual([{ stake_cents: 40, buy: true }, '€77.20'])
  // Less than the price came back: no win is made of it, however many times the bet it is.
  const window = [
    ['a', 'k', 'q', 'j'],
    ['j', 'a', 'k', 'q'],
    ['q', 'j', 'a', 'k'],
    ['k', 'q', 'j', 'a'],
    ['a', 'k', 'q', 'j'],
  ]
  await game.calls[0]?.answer(round({ stake_cents: 2_280, bet_cents: 40, steps: [spin(2_000, { kind: 'buy', window })], balance_cents: 9_720 }))
  await game.pass()
  expect([game.balance(), game.host.querySelector<HTMLElement>('.figure.win')?.dataset.golden]).toEqual(['€97.20', 'false'])
  expect(game.posted.at(-1)).toMatchObject({ type: 'round_closed', stake_cents: 2_280, win_cents: 2_000 })
})

it('lets free spins of a gift pay, at their own stake', async () => {
  const freespins = [{ id: 'f1', title: 'Gift', freespins_total: 1, freespins_performed: 0, stake_cents: 100, win_cents: 0 }]
  const game = await openGame({ gifts: { bonus: null, freespins } })
  expect(game.host.querySelector('.stake .value')?.textContent).toBe('€1.00')
  await game.press('Spin')
  expect([game.calls[0]?.body, game.balance()]).toEqual([{ freespins_id: 'f1' }, '€100.00'])
  await game.calls[0]?.answer(round({ stake_cents: 100, bet_cents: 100, steps: [spin(300)], balance_cents: 10_000 }))
  await game.pass()
  expect([game.balance(), game.status()]).toEqual(['€100.00', 'Won €3.00'])
})
