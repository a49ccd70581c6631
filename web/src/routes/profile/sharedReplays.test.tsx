import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import wheel from '@content/games/aurora-roulette.json'
import type { VerificationInput } from '@/features/fairness/model/verify'
import { axeFindings } from '@/test/axe'
import { aGame } from '@/test/games'
import { http } from '@/test/http'
import { A_PLAYER, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'
import rounds from '../../../../crates/games/tests/vectors/rounds.json?raw'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const PATIENT = { timeout: 10_000 }
const AT = '2026-01-01T00:00:00.000Z'
const TOKEN = 'q7-Zk_1'
const GAME = { identifier: 'northlight/aurora-roulette', title: 'Aurora Roulette' }

type Recorded = VerificationInput & { game: string; win_cents: number }
const PLAYED = (JSON.parse(rounds) as Recorded[]).find(({ game }) => game === 'aurora-roulette')!
const { server_seed, server_seed_hash, client_seed, nonce, definition_hash, stake_cents, bets, steps, win_cents } = PLAYED
const ROUND = { status: 'finished', stake_cents, bet_cents: stake_cents, win_cents, currency: 'EUR', steps: steps as never[], created_at: AT }

beforeEach(() => {
  server.use(
    http.post('/api/games_filter/select', () => HttpResponse.json({ [GAME.identifier]: aGame() })),
    http.get('/api/fairness/commitments/{server_seed_hash}', () => HttpResponse.json({ error: { code: 'not_found', message: '' } }, { status: 404 })),
  )
})

function showsReplay(isRevealed: boolean): void {
  answers(`/api/shared_replays/${TOKEN}`, {
    round: ROUND,
    game: { ...GAME, definition: wheel, definition_hash },
    bets: bets as never[],
    server_seed_hash,
    seeds: isRevealed ? { server_seed, client_seed, nonce: Number(nonce), currency: PLAYED.currency } : null,
  })
}

test('a guest with the link sees the round in its game, and checks it once its seeds are revealed', async () => {
  showsReplay(true)
  await show(`/replay/${TOKEN}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Aurora Roulette: a shared round' }, PATIENT)).toBeDefined()
  const frame = await screen.findByTitle('Aurora Roulette: a shared round', undefined, PATIENT)
  expect(frame.getAttribute('src')).toBe(`/house-games/?client=roulette&lang=en#shared=${TOKEN}&subunits=100&fiat=true`)
  expect(await screen.findByText('This round was fair', undefined, PATIENT)).toBeDefined()
  expect((await screen.findByRole('link', { name: 'To the game' }, PATIENT)).getAttribute('href')).toBe('/play/northlight/solar-sails')
  // The page within the frame is another one, which is not there in a test.
  frame.remove()
  expect(await axeFindings(document.body)).toEqual([])
})

test('while the seeds are in use, the page tells their hash and what was shown', async () => {
  showsReplay(false)
  await show(`/replay/${TOKEN}`)
  expect(await screen.findByText('The seed of this round is still in use', undefined, PATIENT)).toBeDefined()
  expect(screen.getByText(server_seed_hash)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Rotate seeds and check' })).toBeNull()
})

test('a link that does not count says so', async () => {
  server.use(http.untyped.get(`/api/shared_replays/${TOKEN}`, () => HttpResponse.json({ error: { code: 'not_found', message: '' } }, { status: 404 })))
  await show(`/replay/${TOKEN}`)
  expect(await screen.findByRole('heading', { name: 'This link no longer counts' }, PATIENT)).toBeDefined()
})

test('a player makes the link of a round when it is asked for, and is told it once', async () => {
  answers('/api/player', { ...A_PLAYER, created_at: AT })
  answers('/api/player/fairness', null as never)
  answers('/api/player/fairness/rounds/31', {
    round: { ...ROUND, id: '31', wallet: null },
    game: { ...GAME, definition: wheel, definition_hash },
    stake_cents,
    bets: bets as never[],
    seed: { seed_no: 1, server_seed_hash, server_seed: null, client_seed, nonce: Number(nonce), currency: 'EUR' },
  })
  const asked: unknown[] = []
  server.use(
    http.post('/api/player/shared_replays', async ({ request }) => {
      asked.push(await request.json())
      return asked.length === 1
        ? HttpResponse.json({ error: { code: 'shared_replays_max', message: '' } }, { status: 409 })
        : HttpResponse.json({ token: TOKEN }, { status: 201 })
    }),
  )
  await show('/profile/fairness?round=31')
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }, PATIENT))
  const dialog = within(await screen.findByRole('dialog'))
  expect(asked).toEqual([])
  expect(dialog.getByText(/your client seed is shown too, and which round of your wallet it was/)).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Make a link' }))
  expect(await dialog.findByText(/^You share as many rounds as can be shared/)).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Make a link' }))
  expect(await dialog.findByText(`${window.location.origin}/replay/${TOKEN}`)).toBeDefined()
  expect(asked).toEqual([{ round_id: '31' }, { round_id: '31' }])
})

test('the history lists what is shared, and ends a link', async () => {
  answers('/api/player', { ...A_PLAYER, created_at: AT })
  answers('/api/player/played_games', { data: [], sums: [], pagination: { current_page: 1, next_page: null, total_pages: 0, total_count: 0 } })
  answers('/api/player/shared_replays', { shared: [{ round_id: '31', game: 'Aurora Roulette', shared_at: AT }], max: 20 })
  const ended: unknown[] = []
  server.use(
    http.delete('/api/player/shared_replays/{id}', ({ params }) => {
      ended.push(params.id)
      return HttpResponse.json({ shared: [], max: 20 })
    }),
  )
  await show('/profile/games-history')
  expect(await screen.findByText('1 of 20 rounds that you can share', undefined, PATIENT)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'End the link to Aurora Roulette, round 31' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Shared rounds' })).toBeNull())
  expect(ended).toEqual(['31'])
})

test('links that are ended at once stay ended, in whichever order the answers come', async () => {
  answers('/api/player', { ...A_PLAYER, created_at: AT })
  answers('/api/player/played_games', { data: [], sums: [], pagination: { current_page: 1, next_page: null, total_pages: 0, total_count: 0 } })
  const [first, second] = ['31', '32'].map((round_id) => ({ round_id, game: 'Aurora Roulette', shared_at: AT }))
  answers('/api/player/shared_replays', { shared: [second!, first!], max: 20 })
  let answerFirst: () => void = () => undefined
  const held = new Promise<void>((resolve) => (answerFirst = resolve))
  server.use(
    http.delete('/api/player/shared_replays/{id}', async ({ params }) => {
      if (params.id === '32') return HttpResponse.json({ shared: [], max: 20 })
      await held
      return HttpResponse.json({ shared: [second!], max: 20 })
    }),
  )
  await show('/profile/games-history')
  await userEvent.click(await screen.findByRole('button', { name: 'End the link to Aurora Roulette, round 31' }, PATIENT))
  await userEvent.click(screen.getByRole('button', { name: 'End the link to Aurora Roulette, round 32' }))
  await waitFor(() => expect(screen.queryByText('Aurora Roulette, round 32')).toBeNull())
  expect(screen.getByText('Aurora Roulette, round 31')).toBeDefined()
  answerFirst()
  await waitFor(() => expect(screen.queryByText('Aurora Roulette, round 31')).toBeNull())
  expect(screen.queryByRole('heading', { name: 'Shared rounds' })).toBeNull()
})
