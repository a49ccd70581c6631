import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { axeFindings } from '@/test/axe'
import { aGame } from '@/test/games'
import { http } from '@/test/http'
import { A_PLAYER, answers, aPayment, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const AT = '2026-01-01T00:00:00.000Z'
const GAME = { identifier: 'northlight/aurora-roulette', title: 'Aurora Roulette', provider: 'northlight' }
const ROUND = {
  id: '281474976710999',
  game: GAME,
  currency: 'EUR',
  bet_cents: 100,
  win_cents: 0,
  started_at: AT,
  finished_at: AT,
  mode: 'real',
  status: 'finished',
  exchanged: null,
  bought: null,
}
const PAYMENT = aPayment({ id: '0199aaaa-0000-7000-8000-00003f2a91c0', state: 'succeeded', finished_at: AT })

const writeText = vi.fn(() => Promise.resolve())
/** What the server was asked for, newest last. */
let asked: URLSearchParams[] = []

beforeEach(() => {
  asked = []
  writeText.mockClear()
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  answers('/api/player', { ...A_PLAYER, created_at: AT })
  answers('/api/player/stats', [])
  answers('/api/player/payments', { data: [PAYMENT], pagination: { current_page: 1, next_page: null, total_pages: 1, total_count: 1 } })
  server.use(
    http.post('/api/games_filter/select', async ({ request }) => {
      const { game_ids } = await request.json()
      return HttpResponse.json(game_ids.includes(GAME.identifier) ? { [GAME.identifier]: aGame(GAME) } : {})
    }),
    http.get('/api/player/played_games', ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json({
        data: [ROUND],
        sums: [{ currency: 'EUR', rounds: 60, bets_cents: 6_000, wins_cents: 5_800 }],
        pagination: { current_page: 1, next_page: 2, total_pages: 3, total_count: 60 },
      })
    }),
  )
})

test.each([
  ['/profile/games-history', ROUND.id, /^Copy reference …76710999$/],
  ['/profile/payments', PAYMENT.id, /^Copy reference …3f2a91c0$/],
])('each row of %s has a number to quote', async (address, id, name) => {
  await show(address)
  fireEvent.click(await screen.findByRole('button', { name }))
  expect(writeText).toHaveBeenCalledWith(id)
  expect(await screen.findByText('Copied.')).toBeDefined()
  expect(await axeFindings(document.body)).toEqual([])
})

test('the sums of the period stand above its rounds', async () => {
  await show('/profile/games-history')
  const sums = await screen.findByRole('list', { name: 'Totals of the period' }, { timeout: 5_000 })
  await waitFor(() => expect(sums.textContent).toBe('60 roundsWagered €60.00Won €58.00'))
})

test('the period and the page of the rounds stand in the address', async () => {
  const { router } = await show('/profile/games-history?period=all&page=2')
  await screen.findByText('Page 2 of 3', {}, { timeout: 5_000 })
  expect(asked.map((query) => [query.get('from'), query.get('page')])).toEqual([[null, '2']])
  fireEvent.click(screen.getByRole('button', { name: 'Older' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ period: 'all', page: '3' }))
  fireEvent.click(screen.getByRole('button', { name: /Period/ }))
  fireEvent.click(within(await screen.findByRole('listbox')).getByRole('option', { name: 'Last 7 days' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ period: 'week' }))
  await waitFor(() => expect(asked.at(-1)?.get('page')).toBe('1'))
  const days = (Date.now() - Date.parse(asked.at(-1)?.get('from') ?? '')) / (24 * 60 * 60_000)
  expect(days).toBeGreaterThanOrEqual(7)
  expect(days).toBeLessThan(7.01)
})

test('words that are no period and no page show the newest rounds of a month', async () => {
  await show('/profile/games-history?period=century&page=-1')
  await screen.findByText('Page 1 of 3', {}, { timeout: 5_000 })
  expect(asked[0]?.get('page')).toBe('1')
  expect(Date.now() - Date.parse(asked[0]?.get('from') ?? '')).toBeGreaterThan(29 * 24 * 60 * 60_000)
})

test('a title leads to the rounds of its game, and back to those of all', async () => {
  const { router } = await show('/profile/games-history?period=week')
  fireEvent.click(await screen.findByRole('link', { name: 'Rounds of Aurora Roulette only' }, { timeout: 5_000 }))
  await waitFor(() => expect(router.state.location.search).toEqual({ period: 'week', game: GAME.identifier }))
  await waitFor(() => expect(asked.at(-1)?.get('game')).toBe(GAME.identifier))
  fireEvent.click(await screen.findByRole('link', { name: 'Show all games' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ period: 'week' }))
})

/** Answers these rounds and no sums. */
function played(rounds: readonly (typeof ROUND)[]): void {
  answers('/api/player/played_games', {
    data: [...rounds],
    sums: [],
    pagination: { current_page: 1, next_page: null, total_pages: 1, total_count: rounds.length },
  })
}

test('the title of the game stands above a period without its rounds', async () => {
  played([])
  await show(`/profile/games-history?game=${GAME.identifier}`)
  expect(await screen.findByText('No rounds in this period', {}, { timeout: 5_000 })).toBeDefined()
  expect(await screen.findByText('Aurora Roulette')).toBeDefined()
})

test('a round that was rolled back is told as voided, and not as one that won nothing', async () => {
  played([{ ...ROUND, id: '2', bet_cents: 0, status: 'void' }, ROUND])
  await show('/profile/games-history')
  const [, voided, finished] = await screen.findAllByRole('row', {}, { timeout: 5_000 })
  expect(within(voided!).getByText('Voided')).toBeDefined()
  expect(await within(voided!).findAllByText('€0.00')).toHaveLength(1)
  expect(within(finished!).queryByText('Voided')).toBeNull()
})

test('a game that the catalogue does not know leads nowhere', async () => {
  played([{ ...ROUND, game: { identifier: '', title: '', provider: '' } }])
  await show('/profile/games-history')
  const [, row] = await screen.findAllByRole('row', {}, { timeout: 5_000 })
  expect(within(row!).getByText('Unknown game').closest('a')).toBeNull()
  expect(within(row!).getByRole('link', { name: /^Verify the round of Unknown game/ })).toBeDefined()
  expect(within(row!).getAllByRole('link')).toHaveLength(1)
})

test('payments are shown by their kind and period, and an empty answer says so', async () => {
  const wanted: string[] = []
  server.use(
    http.get('/api/player/payments', ({ request }) => {
      const query = new URL(request.url).searchParams
      wanted.push(`${query.get('action')} ${query.get('from') === null ? 'ever' : 'since'}`)
      const data = query.has('action') ? [] : [PAYMENT]
      return HttpResponse.json({ data, pagination: { current_page: 1, next_page: null, total_pages: 1, total_count: data.length } })
    }),
  )
  await show('/profile/payments')
  await screen.findByRole('button', { name: /^Copy reference/ }, { timeout: 5_000 })
  const choose = async (list: RegExp, option: string) => {
    fireEvent.click(screen.getByRole('button', { name: list }))
    fireEvent.click(within(await screen.findByRole('listbox')).getByRole('option', { name: option }))
  }
  await choose(/Period/, 'Last 7 days')
  await waitFor(() => expect(wanted).toContain('null since'))
  await choose(/Deposits and withdrawals/, 'Withdrawals')
  expect(await screen.findByText('There is no such payment in this period.')).toBeDefined()
  expect(wanted.at(-1)).toBe('cashout since')
})
