import { expect, it, vi } from 'vitest'
import frozen from '../../../content/games/deep-freeze.json'
import kings from '../../../content/games/tidal-kings.json'
import wheel from '../../../content/games/aurora-roulette.json'
import { type PlayedRound, ReplayApi, playedRound, replayWish, roundUntil } from './replay'
import { WISH, recordedRound as played } from './testRounds'

/** The kinds and counts of what is due after each step, as the game hears them. */
async function due(round: PlayedRound): Promise<string[]> {
  const api = new ReplayApi(round, WISH, 'en')
  const told = []
  let shown = await api.start()
  while (shown.next !== null) {
    told.push(`${shown.next.kind} ${shown.next.left}/${shown.next.total}`)
    shown = await api.step('7', shown.steps.length)
  }
  expect([shown.status, shown.steps, shown.win_cents]).toEqual(['finished', round.round.steps, round.round.win_cents])
  return told
}

it('shows free spins one by one, with how many are left', async () => {
  const told = await due(played('tidal-kings', kings, 5))
  expect(told[0]).toBe('freespin 10/10')
  expect(told.at(-1)).toMatch(/^freespin 1\//)
})

it('counts respins anew after each coin', async () => {
  const round = played('deep-freeze', frozen, 4)
  const told = await due(round)
  expect(told[0]).toBe('respin 3/3')
  const coins = round.round.steps.map((step) => ('coins' in step ? step.coins?.length : 0) ?? 0)
  for (const [i, text] of told.entries()) {
    const landed = i === 0 || (coins[i] ?? 0) > (coins[i - 1] ?? 0)
    if (landed) expect(text).toBe('respin 3/3')
    else expect(Number(text.at(7))).toBe(Number(told[i - 1]?.at(7)) - 1)
  }
})

it('offers nothing but another look', async () => {
  const round = played('aurora-roulette', wheel, 1)
  const session = await new ReplayApi(round, WISH, 'de').session()
  expect(session).toMatchObject({
    currency: { code: 'EUR' },
    locale: 'de',
    stakes_cents: [round.round.bet_cents],
    bonus_buy: false,
    controls: { autoplay: false },
  })
  expect(roundUntil(round, 1).next).toBeNull()
})

it('reads the round from the address, and refuses what cannot be shown again', async () => {
  expect(replayWish(new URLSearchParams('session=a'))).toBeNull()
  expect(replayWish(new URLSearchParams('replay=7&subunits=100000000&fiat=false'))).toEqual({
    of: { round: '7' },
    subunits_to_unit: 100_000_000,
    fiat: false,
  })
  const open = { ...played('aurora-roulette', wheel, 1), round: { status: 'open', steps: [] } }
  const ask = vi.fn(() => Promise.resolve(Response.json(open)))
  await expect(playedRound(WISH, ask)).rejects.toMatchObject({ code: 'game_unavailable' })
  expect(ask).toHaveBeenCalledWith('/api/player/fairness/rounds/7', expect.objectContaining({ credentials: 'same-origin' }))
  await expect(playedRound(WISH, () => Promise.resolve(new Response('', { status: 401 })))).rejects.toMatchObject({ code: 'unauthorized' })
})

it('shows a round that a link shares, which names neither its number nor its seeds', async () => {
  const wish = replayWish(new URLSearchParams('shared=to%2Fken&subunits=100'))
  if (wish === null) throw new Error('no wish')
  expect(wish.of).toEqual({ token: 'to/ken' })
  const { round, bets, game } = played('aurora-roulette', wheel, 1)
  const { status, currency, stake_cents, bet_cents, win_cents, steps } = round
  const ask = vi.fn(() => Promise.resolve(Response.json({ round: { status, currency, stake_cents, bet_cents, win_cents, steps }, bets, game, seeds: null })))
  const api = new ReplayApi(await playedRound(wish, ask), wish, 'en')
  expect(ask).toHaveBeenCalledWith('/api/shared_replays/to%2Fken', expect.anything())
  expect(await api.start()).toMatchObject({ status: 'finished', steps, win_cents, next: null })
  await expect(playedRound(wish, () => Promise.resolve(new Response('', { status: 404 })))).rejects.toMatchObject({ code: 'game_unavailable' })
})
