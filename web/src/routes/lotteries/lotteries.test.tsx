import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import vectors from '../../../../crates/games/tests/vectors/lotteries.json'
import type { Purchase, ShopOffer } from '@/api/types'
import { http } from '@/test/http'
import { aLottery, ownLottery } from '@/test/lotteries'
import { answers, aPlayer, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const CARD: ShopOffer = {
  type: 'lotteries',
  group: 'tickets',
  title: 'The Cup',
  rates: [],
  rate: { points: 50, count_max: 10, lottery_ids: [7], freespins_count: null },
  wager: null,
  games: [],
  lottery_slug: 'cup',
  end_at: '2100-01-01T00:00:00.000Z',
  items: [],
  freespins: null,
  bonus: null,
  image: null,
  promo: null,
  terms: 'seen',
}

const BOX: ShopOffer = {
  type: 'lootboxes',
  group: 'daily',
  title: 'Aurora box',
  rates: [],
  rate: { points: 200, count_max: 10, lottery_ids: [], freespins_count: null },
  wager: null,
  games: [],
  lottery_slug: null,
  end_at: null,
  items: [
    { id: 'a', title: 'Ten spins', prize: false, weight: 3, bonuses: [] },
    { id: 'b', title: 'A bonus', prize: false, weight: 1, bonuses: [] },
  ],
  freespins: null,
  bonus: null,
  image: null,
  promo: null,
  terms: 'seen',
}

const BOUGHT: Purchase = {
  id: 'p',
  type: 'lotteries',
  group: 'tickets',
  points: 100,
  currency: 'EUR',
  amount_cents: 0,
  bonus_amount_cents: 0,
  chargeable: { points: 900 },
}

function points(spendable: number) {
  answers('/api/player/comp_points', { chargeable: { points: spendable }, persistent: { points: spendable }, rates: [] })
}

/** Bodies of the purchases that were asked for. */
function purchases(): unknown[] {
  const bodies: unknown[] = []
  server.use(
    http.post('/api/loyalty/purchases', async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json(BOUGHT, { status: 201 })
    }),
  )
  return bodies
}

beforeEach(() => {
  answers('/api/lotteries', [aLottery()])
  answers('/api/lotteries/cup', aLottery())
  answers('/api/lotteries/statuses', [ownLottery()])
  answers('/api/lotteries/cup/status', ownLottery())
  answers('/api/loyalty/offers', [CARD, BOX])
})

describe('the list', () => {
  test('a guest sees lotteries, and a player the number of their tickets too', async () => {
    await show('/tournaments/lotteries')
    expect((await screen.findByRole('link', { name: 'The Cup' })).getAttribute('href')).toBe('/lottery/cup')
    expect(screen.queryByText('2 tickets')).toBeNull()
  })

  test('a player sees how many tickets they have', async () => {
    answers('/api/player', aPlayer())
    await show('/tournaments/lotteries')
    expect(await screen.findByText('2 tickets')).toBeDefined()
  })

  test('one that cannot be loaded says so, and is asked for again', async () => {
    server.use(http.untyped.get('/api/lotteries', () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })))
    await show('/tournaments/lotteries')
    expect(await screen.findByRole('heading', { name: "The lotteries couldn't be loaded" })).toBeDefined()
    answers('/api/lotteries', [aLottery()])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'The Cup' })).toBeDefined()
  })
})

describe('a lottery', () => {
  test('one that is to come sells nothing yet', async () => {
    answers('/api/lotteries/cup', aLottery({ status: 'future', in_progress: false, start_at: '2099-01-01T00:00:00.000Z' }))
    await show('/lottery/cup')
    expect(await screen.findByText('Sale starts in')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Buy tickets' })).toBeNull()
  })

  test('one on sale shows prizes, the price, own tickets and the promise of its seed', async () => {
    answers('/api/player', aPlayer())
    await show('/lottery/cup')
    expect((await screen.findByRole('link', { name: 'Buy tickets' })).getAttribute('href')).toBe('/rocket-mart/exchange/lotteries/tickets?lottery=cup')
    expect(screen.getByText('A ticket costs 50 points')).toBeDefined()
    const own = within(await screen.findByRole('region', { name: 'Your tickets' }))
    expect(await own.findByText('Ticket 4')).toBeDefined()
    expect(own.getByText('You can buy 8 more tickets.')).toBeDefined()
    expect(screen.getByText('a'.repeat(64))).toBeDefined()
    expect(within(screen.getByRole('region', { name: 'Prizes' })).getByText('20 free spins')).toBeDefined()
  })

  test('a drawn one shows its winners, what was won, and that the draw was fair', async () => {
    answers('/api/player', aPlayer())
    const { slug, server_seed, server_seed_hash, tickets, winners } = vectors[1]!
    const prizes = [{ from: 1, to: 10, amount_cents: 5000, gift: null }]
    const drawn = winners.map((ticket, place) => ({ place: place + 1, ticket, nickname: `p${place}***` }))
    const lottery = aLottery({
      slug,
      server_seed,
      server_seed_hash,
      prizes,
      status: 'archive',
      in_progress: false,
      drawn_at: '2026-01-02T00:00:00.000Z',
      tickets_count: tickets,
      winners: drawn,
    })
    answers(`/api/lotteries/${slug}`, lottery)
    answers(`/api/lotteries/${slug}/status`, ownLottery({ slug, tickets: [winners[0]!], wins: [{ place: 1, ticket: winners[0]!, is_paid: true }] }))
    await show(`/lottery/${slug}`)
    expect(await screen.findByText(`You've won place 1 with ticket ${winners[0]}!`)).toBeDefined()
    const list = within(await screen.findByRole('region', { name: 'Winners' }))
    expect(list.getAllByRole('listitem')).toHaveLength(winners.length)
    expect(list.getByText('You')).toBeDefined()
    expect(await screen.findByText('This draw was fair')).toBeDefined()
  })

  test('a logout leaves no ticket', async () => {
    answers('/api/player', aPlayer())
    const { queryClient } = await show('/lottery/cup')
    expect(await screen.findByText('Ticket 4')).toBeDefined()
    await act(() => Promise.resolve(queryClient.setQueryData(['player'], null)))
    await waitFor(() => expect(screen.queryByText('Ticket 4')).toBeNull())
  })
})

describe('the shop', () => {
  beforeEach(() => answers('/api/player', aPlayer()))

  test('tickets are bought by their number, up to what the player can still have, and show at once', async () => {
    points(1000)
    answers('/api/lotteries/statuses', [ownLottery({ tickets_left: 2 })])
    const bodies = purchases()
    await show('/rocket-mart/exchange/lotteries/tickets')
    await userEvent.click(await screen.findByRole('button', { name: 'One more' }))
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'One more' }).disabled).toBe(true))
    let asked = 0
    server.use(http.untyped.get('/api/lotteries/statuses', () => ((asked += 1), HttpResponse.json([ownLottery({ tickets_left: 0 })]))))
    await userEvent.click(screen.getByRole('button', { name: 'Exchange now' }))
    expect(await screen.findByText('Your tickets are in the draw.')).toBeDefined()
    expect(bodies).toEqual([{ type: 'lotteries', group: 'tickets', points: 100, terms: 'seen', lottery_id: 7, tickets_count: 2 }])
    await waitFor(() => expect(asked).toBe(1))
  })

  test('of two lotteries in one group, the one that was chosen is bought', async () => {
    points(1000)
    answers('/api/loyalty/offers', [
      CARD,
      { ...CARD, title: 'The Bowl', lottery_slug: 'bowl', rate: { points: 70, count_max: 10, lottery_ids: [8], freespins_count: null } },
    ])
    const bodies = purchases()
    await show('/rocket-mart')
    await userEvent.click((await screen.findAllByRole('link', { name: 'Exchange' }))[1]!)
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('The Bowl')).toBeDefined()
    await userEvent.click(await dialog.findByRole('button', { name: 'Exchange now' }))
    await waitFor(() => expect(bodies).toEqual([{ type: 'lotteries', group: 'tickets', points: 70, terms: 'seen', lottery_id: 8, tickets_count: 1 }]))
  })

  test('tickets of a lottery that has ended go, and the cards are asked for again', async () => {
    points(1000)
    let asked = 0
    const ends = new Date(Date.now() + 1_500).toISOString()
    server.use(http.untyped.get('/api/loyalty/offers', () => ((asked += 1), HttpResponse.json(asked === 1 ? [{ ...CARD, end_at: ends }, BOX] : [BOX]))))
    await show('/rocket-mart')
    expect(await screen.findByRole('heading', { name: 'The Cup' })).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'The Cup' })).toBeNull(), { timeout: 5_000 })
    await waitFor(() => expect(asked).toBe(2))
  })

  test('after a refusal the cards and the lotteries are asked for again', async () => {
    points(1000)
    server.use(http.post('/api/loyalty/purchases', () => HttpResponse.json({ error: { code: 'not_found', message: '' } }, { status: 404 })))
    const asked: string[] = []
    const counts = (path: string, answer: unknown[]) => server.use(http.untyped.get(path, () => (asked.push(path), HttpResponse.json(answer))))
    counts('/api/lotteries/statuses', [])
    await show('/rocket-mart/exchange/lotteries/tickets?lottery=cup')
    const exchange = await screen.findByRole('button', { name: 'Exchange now' })
    // The page asks for what it shows; only what follows the refusal counts.
    await waitFor(() => expect(asked).toEqual(['/api/lotteries/statuses']))
    asked.length = 0
    counts('/api/loyalty/offers', [BOX])
    await userEvent.click(exchange)
    await waitFor(() => expect(asked.toSorted()).toEqual(['/api/lotteries/statuses', '/api/loyalty/offers']))
  })

  test('special rewards have a tab of their own, and a box shows its odds', async () => {
    points(1000)
    await show('/rocket-mart/special')
    expect(await screen.findByRole('heading', { name: 'Aurora box' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'See the draw' }).getAttribute('href')).toBe('/lottery/cup')
    expect(screen.getByText('75%')).toBeDefined()
  })

  test('who has switched bonuses off is asked before a box, and then both calls are made in order', async () => {
    answers('/api/player', aPlayer({ can_issue_bonuses: false }))
    points(1000)
    const bodies = purchases()
    server.use(
      http.untyped.patch('/api/player/update_bonus_settings', async ({ request }) => {
        bodies.push(await request.json())
        return new HttpResponse(null, { status: 204 })
      }),
    )
    await show('/rocket-mart/exchange/lootboxes/daily')
    await userEvent.click(await screen.findByRole('button', { name: 'Exchange now' }))
    expect(await screen.findByRole('dialog', { name: 'Switch bonuses on?' })).toBeDefined()
    expect(bodies).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Switch on' }))
    expect(await screen.findByText('Your boxes are waiting to be opened.')).toBeDefined()
    expect(bodies).toEqual([{ can_issue: true }, { type: 'lootboxes', group: 'daily', points: 200, terms: 'seen' }])
  })
})
