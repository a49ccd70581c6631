import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Tournament, TournamentStatus } from '@/api/types'
import { tournamentChannels } from '@/features/tournaments/channels'
import { aGame } from '@/test/games'
import { http } from '@/test/http'
import { A_PLAYER, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

function aTournament(changes: Partial<Tournament> = {}): Tournament {
  return {
    id: 7,
    frontend_identifier: 'cup',
    kind: 'tournament',
    questSize: null,
    slug: null,
    levels: [],
    level_currency: null,
    title: 'The Cup',
    description: 'Bet and rise.',
    status: 'active',
    start_at: '2020-01-01T00:00:00.000Z',
    end_at: '2100-01-01T00:00:00.000Z',
    is_final: false,
    currency: 'EUR',
    group_ids: [],
    strategy: { kind: 'sum_of_bets' },
    min_bet_cents: 20,
    money_budget_cents: 7000,
    prizes: [
      { from: 1, to: 1, amount_cents: 5000, display_amount_cents: null, gift: null },
      { from: 2, to: 2, amount_cents: 2000, display_amount_cents: null, gift: null },
    ],
    display_currency: null,
    display_money_budget_cents: null,
    game_category_identity: [],
    providers: [],
    game_ids: [],
    players_count: 2,
    top_players: [
      { award_place: 1, nickname: 'sol***', points: 900, is_own: false },
      { award_place: 2, nickname: 'ada***', points: 100, is_own: true },
    ],
    ...changes,
  }
}

const aStatus = (changes: Partial<TournamentStatus> = {}): TournamentStatus => ({
  tournament_id: 7,
  frontend_identifier: 'cup',
  status: 'active',
  joined: true,
  disqualified: false,
  bets: 100,
  bet_cents: 100,
  win_cents: 0,
  rounds: 1,
  points: 100,
  level: null,
  level_progress: null,
  level_currency: null,
  rewarded_levels: [],
  award_place: 2,
  neighbours: [],
  ...changes,
})

beforeEach(() => {
  answers('/api/tournaments/cup', aTournament())
  answers('/api/tournaments/cup/status', aStatus())
  answers('/api/tournaments/recent', [])
  answers('/api/tournaments/player', [])
})

test('the list tells what runs from what is to come, and the archive holds what is over', async () => {
  const coming = aTournament({ id: 8, frontend_identifier: 'next', title: 'The Next Cup', start_at: '2099-01-01T00:00:00.000Z' })
  const over = aTournament({ id: 6, frontend_identifier: 'old', title: 'The Old Cup', end_at: '2021-01-01T00:00:00.000Z' })
  answers('/api/tournaments', [aTournament(), coming])
  answers('/api/tournaments/recent', [over])
  await show('/tournaments')
  const running = await screen.findByRole('region', { name: 'Running now' })
  expect(within(running).getByRole('link', { name: 'The Cup' }).getAttribute('href')).toBe('/tournaments/cup')
  expect(within(await screen.findByRole('region', { name: 'Coming up' })).getByText('The Next Cup')).toBeDefined()
  await userEvent.click(screen.getByRole('link', { name: 'Finished' }))
  expect(await screen.findByRole('link', { name: 'The Old Cup' })).toBeDefined()
  await waitFor(() => expect(screen.queryByText('The Cup')).toBeNull())
})

test('prizes are shown about in the currency of the player: on the card, in the head, on the board and in the list', async () => {
  const own = aTournament({
    display_currency: 'CAD',
    display_money_budget_cents: 10_500,
    prizes: [
      { from: 1, to: 1, amount_cents: 5000, display_amount_cents: 7500, gift: null },
      { from: 2, to: 2, amount_cents: 2000, display_amount_cents: 3000, gift: null },
    ],
  })
  const fiat = (code: string) => ({ code, fiat: true, subunits_to_unit: 100, enabled: true })
  answers('/api/info/currencies', [fiat('EUR'), fiat('CAD')])
  answers('/api/player', A_PLAYER)
  answers('/api/tournaments', [own])
  answers('/api/tournaments/cup', own)
  await show('/tournaments')
  expect(await screen.findByText('≈ CA$105.00')).toBeDefined()
  await userEvent.click(screen.getByRole('link', { name: 'The Cup' }))
  const board = await screen.findByRole('table', { name: 'Leaderboard' })
  expect(within(board).getByText('≈ CA$75.00')).toBeDefined()
  expect(screen.getAllByText('≈ CA$105.00')).toHaveLength(1)
  expect(screen.getAllByText('≈ CA$30.00')).toHaveLength(2)
})

test('a gift is named where it is won, with what it asks', async () => {
  const gift: NonNullable<Tournament['prizes'][number]['gift']> = {
    title: '10 free spins',
    type: 'freespins',
    attributes: { freespins_count: 10, games: ['northlight/solar-sails'], bonus_amount: {} },
    result_bonus: { wager: 10, max_win: { EUR: { amount_cents: 10_000 } } },
  }
  const prizes = [{ from: 1, to: 2, amount_cents: null, display_amount_cents: null, gift }]
  const gifts = aTournament({ money_budget_cents: 0, prizes })
  answers('/api/tournaments', [gifts])
  answers('/api/tournaments/cup', gifts)
  await show('/tournaments')
  expect(await screen.findByText('10 free spins')).toBeDefined()
  expect(screen.queryByText('Prize pool')).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'The Cup' }))
  const board = await screen.findByRole('table', { name: 'Leaderboard' })
  expect(within(board).getAllByText('10 free spins')).toHaveLength(2)
  expect(within(board).getAllByText('Wager 10×, up to €100.00 becomes cash')).toHaveLength(2)
  expect(screen.getByText('Bonuses and free spins come with the terms below.', { exact: false })).toBeDefined()
})

test('a guest is led to sign up and back', async () => {
  await show('/tournaments/cup')
  const join = await screen.findByRole('link', { name: 'Join for free' })
  expect(join.getAttribute('href')).toContain('redirect=%2Ftournaments%2Fcup')
})

test('a player joins with one call, and the own tournaments are asked for', async () => {
  answers('/api/player', A_PLAYER)
  answers('/api/tournaments/cup/status', aStatus({ joined: false, award_place: null, points: 0, bets: 0, bet_cents: 0 }))
  const calls: string[] = []
  server.use(
    http.post('/api/tournaments/{id}/confirm', async ({ request }) => {
      calls.push(`confirm ${JSON.stringify(await request.json())}`)
      return HttpResponse.json(aStatus({ award_place: null, points: 0 }))
    }),
    http.get('/api/tournaments/player', () => {
      calls.push('player')
      return HttpResponse.json([])
    }),
  )
  await show('/tournaments/cup')
  await userEvent.click(await screen.findByRole('button', { name: 'Join for free' }))
  expect(await screen.findByText('No place yet')).toBeDefined()
  await waitFor(() => expect(calls).toEqual(['confirm {"confirmed":true}', 'player']))
})

test('the board marks the own place, and a frame of the socket moves it', async () => {
  answers('/api/player', A_PLAYER)
  const { queryClient } = await show('/tournaments/cup')
  const own = await screen.findByRole('row', { current: true })
  expect(within(own).getByText('You')).toBeDefined()
  expect(await within(own).findByText('€20.00')).toBeDefined()
  expect(await screen.findByText("You're in")).toBeDefined()
  // From here on only the frame tells where the player stands.
  server.use(http.untyped.get('/api/tournaments/cup/status', () => new Promise<never>(() => undefined)))
  const [channel] = tournamentChannels
  expect(channel?.receive(queryClient, { tournament_id: 7, bets: 950, points: 950, award_place: 1, status: 'active' })).toBe(true)
  expect(await screen.findByText('950')).toBeDefined()
  expect(channel?.receive(queryClient, { tournament_id: '7' })).toBe(false)
})

test('who has joined is not asked to join while that loads, nor when it cannot be loaded', async () => {
  answers('/api/player', A_PLAYER)
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  server.use(
    http.untyped.get('/api/tournaments/cup/status', async () => {
      await held
      return HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })
    }),
  )
  await show('/tournaments/cup')
  await screen.findByRole('row', { current: true })
  expect(screen.queryByText('Join for free')).toBeNull()
  release()
  await screen.findByText("We couldn't load how you're doing")
  expect(screen.queryByText('Join for free')).toBeNull()
  answers('/api/tournaments/cup/status', aStatus())
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText("You're in")).toBeDefined()
})

test('a tournament that ends while the list is open stays in sight, and both lists are asked for anew', async () => {
  let asked = 0
  server.use(
    http.untyped.get('/api/tournaments/recent', () => {
      asked += 1
      return HttpResponse.json([])
    }),
  )
  answers('/api/tournaments', [aTournament({ end_at: new Date(Date.now() + 2_000).toISOString() })])
  await show('/tournaments')
  expect(within(await screen.findByRole('region', { name: 'Running now' })).getByText('The Cup')).toBeDefined()
  expect(asked).toBe(1)
  expect(within(await screen.findByRole('region', { name: 'Lately finished' })).getByText('The Cup')).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Running now' })).toBeNull()
  await waitFor(() => expect(asked).toBe(2))
})

test('with nothing open, what has ended lately is shown', async () => {
  answers('/api/tournaments', [])
  answers('/api/tournaments/recent', [aTournament({ title: 'The Old Cup', end_at: '2021-01-01T00:00:00.000Z' })])
  await show('/tournaments')
  expect(await screen.findByRole('region', { name: 'Lately finished' })).toBeDefined()
})

test('what is over has no clock and no way in', async () => {
  answers('/api/tournaments/cup', aTournament({ end_at: '2021-01-01T00:00:00.000Z', status: 'archive', is_final: true }))
  await show('/tournaments/cup')
  expect(await screen.findByText('This tournament is over.')).toBeDefined()
  expect(screen.getByRole('region', { name: 'Final places' })).toBeDefined()
  expect(screen.queryByRole('timer')).toBeNull()
  expect(screen.queryByText('Join for free')).toBeNull()
})

test('the leaderboard shows who wins jackpots and leads the tournaments that run', async () => {
  answers('/api/tournaments', [
    aTournament(),
    aTournament({ id: 8, frontend_identifier: 'later', title: 'Later', status: 'future', start_at: '2099-01-01T00:00:00.000Z' }),
  ])
  answers('/api/jackpot_wins', { data: [], pagination: { current_page: 1, next_page: null, total_pages: 1, total_count: 0 } })
  await show('/leaderboard')
  expect(await screen.findByRole('heading', { level: 1, name: 'Leaderboard' }, { timeout: 10_000 })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Jackpot winners' })).toBeDefined()
  const board = await screen.findByRole('region', { name: 'The Cup' })
  expect(within(board).getByRole('rowheader', { name: 'sol***' })).toBeDefined()
  expect(within(board).getByRole('link', { name: 'To the tournament' }).getAttribute('href')).toBe('/tournaments/cup')
  expect(screen.queryByRole('region', { name: 'Later' })).toBeNull()
})

const GAMES_OF_TWO_PAGES = Array.from({ length: 25 }, (_, index) => `northlight/game-${index}`)

test('an address of a page that no tournament has asks for those that it has', async () => {
  answers('/api/tournaments/cup', aTournament({ game_ids: GAMES_OF_TWO_PAGES }))
  const asked = new Set<string | null>()
  server.use(
    http.untyped.get('/api/tournaments/cup/games', ({ request }) => {
      asked.add(new URL(request.url).searchParams.get('page'))
      return HttpResponse.json({ data: [aGame()], pagination: { current_page: 1, next_page: null, total_pages: 2, total_count: 25 } })
    }),
  )
  await show('/tournaments/cup/5000')
  await screen.findByRole('heading', { name: 'Games that count' })
  await waitFor(() => expect(asked).toEqual(new Set(['1', '2'])))
})

test('games that could not be loaded can be asked for again', async () => {
  answers('/api/tournaments/cup', aTournament({ game_ids: ['northlight/one'] }))
  server.use(http.untyped.get('/api/tournaments/cup/games', () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })))
  await show('/tournaments/cup')
  await screen.findByRole('heading', { name: "We couldn't load the games" })
  const pagination = { current_page: 1, next_page: null, total_pages: 1, total_count: 1 }
  server.use(http.untyped.get('/api/tournaments/cup/games', () => HttpResponse.json({ data: [aGame({ title: 'Game one' })], pagination })))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('link', { name: 'Game one' })
})

test('further pages of the games that count come behind the ones before', async () => {
  answers('/api/tournaments/cup', aTournament({ game_ids: GAMES_OF_TWO_PAGES }))
  const asked: (string | null)[] = []
  server.use(
    http.untyped.get('/api/tournaments/cup/games', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'))
      asked.push(new URL(request.url).searchParams.get('page_size'))
      const name = page === 1 ? 'one' : 'two'
      const pagination = { current_page: page, next_page: page === 1 ? 2 : null, total_pages: 2, total_count: 2 }
      return HttpResponse.json({ data: [aGame({ id: page, identifier: `northlight/${name}`, title: `Game ${name}` })], pagination })
    }),
  )
  await show('/tournaments/cup')
  await screen.findByRole('link', { name: 'Game one' })
  await userEvent.click(await screen.findByRole('link', { name: 'More games' }))
  await screen.findByRole('link', { name: 'Game two' })
  expect(screen.getByRole('link', { name: 'Game one' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'More games' })).toBeNull()
  expect(new Set(asked)).toEqual(new Set(['24']))
})
