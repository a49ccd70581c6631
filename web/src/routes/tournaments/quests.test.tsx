import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Tournament, TournamentStatus } from '@/api/types'
import { tournamentChannels } from '@/features/tournaments/channels'
import { http } from '@/test/http'
import { aLottery } from '@/test/lotteries'
import { A_PLAYER, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const LEVELS = [0, 15_000, 50_000, 100_000, 500_000, 1_500_000].map((threshold, index) => ({
  level: index + 1,
  threshold,
  reward: index === 1 ? '10 free spins' : null,
}))

function aQuest(changes: Partial<Tournament> = {}): Tournament {
  return {
    id: 9,
    frontend_identifier: 'test-quest--xs--ice',
    kind: 'quest',
    questSize: 'xs',
    slug: 'ice',
    levels: LEVELS,
    level_currency: 'EUR',
    title: 'The Ice Quest',
    description: 'Bet and climb.',
    status: 'active',
    start_at: '2020-01-01T00:00:00.000Z',
    end_at: '2100-01-01T00:00:00.000Z',
    is_final: false,
    currency: 'EUR',
    group_ids: [],
    strategy: { kind: 'sum_of_bets' },
    min_bet_cents: 0,
    money_budget_cents: 0,
    prizes: [],
    display_currency: null,
    display_money_budget_cents: null,
    game_category_identity: [],
    providers: [],
    game_ids: [],
    players_count: 1,
    top_players: [],
    ...changes,
  }
}

const anAchievement = () =>
  aQuest({
    id: 10,
    frontend_identifier: 'achievement--three',
    kind: 'achievement',
    questSize: null,
    slug: null,
    strategy: { kind: 'rounds' },
    levels: [{ level: 1, threshold: 3, reward: '10 free spins' }],
    level_currency: null,
    title: 'Three Rounds',
  })

const aStatus = (changes: Partial<TournamentStatus> = {}): TournamentStatus => ({
  tournament_id: 9,
  frontend_identifier: 'test-quest--xs--ice',
  status: 'active',
  joined: true,
  disqualified: false,
  bets: 50_000,
  bet_cents: 50_000,
  win_cents: 0,
  rounds: 1,
  points: 50_000,
  level: 3,
  level_progress: 50_000,
  level_currency: 'EUR',
  rewarded_levels: [2],
  award_place: 1,
  neighbours: [],
  ...changes,
})

function lists(ofKind: Partial<Record<string, Tournament[]>>): void {
  server.use(http.get('/api/tournaments', ({ request }) => HttpResponse.json(ofKind[new URL(request.url).searchParams.get('kind') ?? 'tournament'] ?? [])))
}

beforeEach(() => {
  lists({ quest: [aQuest()], achievement: [anAchievement()] })
  answers('/api/tournaments/test-quest--xs--ice', aQuest())
  answers('/api/tournaments/test-quest--xs--ice/status', aStatus())
  answers('/api/tournaments/recent', [])
  answers('/api/tournaments/player', [])
})

test('points below the own level are done, the own is active, those above are locked', async () => {
  answers('/api/player', A_PLAYER)
  await show('/action/test-quest--xs--ice')
  const here = (await screen.findByText('You are here')).closest('li')!
  expect(here.textContent).toContain('Level 3')
  expect(here.getAttribute('aria-current')).toBe('step')
  const points = within(here.parentElement!).getAllByRole('listitem')
  const count = (text: string) => points.filter((point) => point.textContent?.includes(text)).length
  expect([count('Done'), count('You are here'), count('Locked')]).toEqual([2, 1, 3])
  expect(within(points[1]!).getByText('In your gifts')).toBeDefined()
  expect(await screen.findByText('€500.00 to level 4')).toBeDefined()
})

test('a frame of the player brings the new level and its gift', async () => {
  answers('/api/player', A_PLAYER)
  answers('/api/tournaments/test-quest--xs--ice/status', aStatus({ level: 1, level_progress: 0, rewarded_levels: [] }))
  const { queryClient } = await show('/action/test-quest--xs--ice')
  await screen.findByText('€150.00 to level 2')
  answers('/api/tournaments/test-quest--xs--ice/status', aStatus({ level: 2, level_progress: 15_000 }))
  const [standing] = tournamentChannels
  standing?.receive(queryClient, { tournament_id: 9, bets: 15_000, points: 15_000, award_place: 1, status: 'active' })
  expect(await screen.findByText('€350.00 to level 3')).toBeDefined()
  expect(screen.getByText('In your gifts')).toBeDefined()
})

test('/action opens the running quest, asking again while there is none', async () => {
  let asked = 0
  server.use(
    http.get('/api/tournaments', ({ request }) => {
      if (!request.url.includes('kind=quest')) return HttpResponse.json([])
      asked += 1
      return HttpResponse.json(asked === 1 ? [] : [aQuest()])
    }),
  )
  const { router } = await show('/action')
  await waitFor(() => expect(router.state.location.pathname).toBe('/action/test-quest--xs--ice'))
  expect(await screen.findByRole('heading', { level: 1, name: 'The Ice Quest' })).toBeDefined()
  expect(asked).toBeGreaterThan(1)
})

test('without a quest /action leads to the promotions', async () => {
  lists({})
  const { router } = await show('/action')
  await waitFor(() => expect(router.state.location.pathname).toBe('/promotions'), { timeout: 5_000 })
})

test.each(['/action/ice', '/quests/ice', '/tournaments/test-quest--xs--ice'])(
  '%s leads to the page of the quest, under its own title and canonical address',
  async (address) => {
    document.querySelector('link[rel=canonical]')?.remove()
    const { router } = await show(address)
    await waitFor(() => expect(router.state.location.pathname).toBe('/action/test-quest--xs--ice'))
    await waitFor(() => expect(document.title).toMatch(/^The Ice Quest/))
    expect(new URL(document.querySelector<HTMLLinkElement>('link[rel=canonical]')!.href).pathname).toBe('/action/test-quest--xs--ice')
  },
)

test.each(['/quests', '/tournaments/actions'])('%s lists the quests', async (address) => {
  await show(address)
  expect((await screen.findByRole('link', { name: 'The Ice Quest' })).getAttribute('href')).toBe('/action/test-quest--xs--ice')
})

test('a guest sees an achievement locked, a player how far it is', async () => {
  await show('/tournaments/achievements')
  expect(await screen.findByText('Locked')).toBeDefined()
  expect(screen.getByText('Reward: 10 free spins')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Join for free' }).getAttribute('href')).toContain('redirect=')
})

test('the progress of an achievement follows the status', async () => {
  answers('/api/player', A_PLAYER)
  const own = aStatus({ tournament_id: 10, level: 0, level_progress: 2, level_currency: null, rewarded_levels: [] })
  answers('/api/tournaments/player', [{ tournament: anAchievement(), player_status: own }])
  await show('/achievements')
  expect(await screen.findByText('2 of 3')).toBeDefined()
  expect(screen.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('66')
})

describe('the arena', () => {
  beforeEach(() => {
    lists({ tournament: [aQuest({ id: 11, kind: 'tournament', frontend_identifier: 'cup', title: 'The Spring Cup' })], quest: [aQuest()] })
    answers('/api/lotteries', [aLottery({ title: 'The Weekly Draw' })])
  })

  test('gathers tournaments, quests and lotteries', async () => {
    await show('/arena')
    expect(await screen.findByRole('link', { name: 'The Spring Cup' })).toBeDefined()
    const quests = within(await screen.findByRole('region', { name: 'Quests' }))
    expect(await quests.findByRole('heading', { level: 3, name: 'The Ice Quest' })).toBeDefined()
    const lotteries = within(await screen.findByRole('region', { name: 'Lotteries' }))
    expect(await lotteries.findByRole('heading', { level: 3, name: 'The Weekly Draw' })).toBeDefined()
  })

  test('is the first of the lists of what one can compete in', async () => {
    await show('/tournaments')
    const lists = within(await screen.findByRole('navigation', { name: 'Lists of tournaments' }))
    await userEvent.click(lists.getByRole('link', { name: 'Arena' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Arena' })).toBeDefined()
    const own = within(screen.getByRole('navigation', { name: 'Lists of tournaments' })).getByRole('link', { name: 'Arena' })
    expect(own.getAttribute('aria-current')).toBe('page')
  })

  test('leaves out what the operator has closed', async () => {
    answers('/api/fe/config/manage-promotion-pages', { quests: false, lottery: false })
    await show('/arena')
    expect(await screen.findByRole('link', { name: 'The Spring Cup' })).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Quests' })).toBeNull())
    expect(screen.queryByRole('region', { name: 'Lotteries' })).toBeNull()
  })
})
