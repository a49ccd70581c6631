import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ShopOffer } from '@/api/types'
import { loyaltyChannels } from '@/features/loyalty/channels'
import { aGame } from '@/test/games'
import { http } from '@/test/http'
import { answers, aPlayer, server } from '@/test/server'
import { show, withServer } from '@/test/site'
import { DONE, OFFERS, points, exchanges } from './testShop'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

beforeEach(() => answers('/api/loyalty/offers', OFFERS))

describe('the shop', () => {
  test('a guest sees what there is, with a way to sign up and no tab marked', async () => {
    await show('/rocket-mart')
    expect(await screen.findByRole('heading', { name: '€5.00' })).toBeDefined()
    const main = screen.getByRole('main')
    await waitFor(() => expect(within(main).getAllByRole('link', { name: 'Sign up' })).toHaveLength(3))
    expect(within(main).queryByText('You can get something here')).toBeNull()
  })

  test('a player sees what is missing, and marks where something can be had', async () => {
    answers('/api/player', aPlayer())
    points(500)
    await show('/rocket-mart')
    expect(await screen.findByText('1,400 points short')).toBeDefined()
    await waitFor(() => expect(screen.getAllByText('You can get something here')).toHaveLength(2))
  })

  test('what is known stays when it cannot be loaded anew, and a balance that never came says so', async () => {
    answers('/api/player', aPlayer())
    const fails = (path: string) => server.use(http.untyped.get(path, () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })))
    fails('/api/player/comp_points')
    const { queryClient: client } = await show('/rocket-mart')
    expect(await screen.findByText("Your points couldn't be loaded")).toBeDefined()
    await screen.findByRole('heading', { name: '€5.00' })
    fails('/api/loyalty/offers')
    await act(() => client.refetchQueries({ queryKey: ['loyalty', 'offers'] }))
    expect(screen.queryByText("The shop couldn't be loaded")).toBeNull()
    // A part of the page that comes later asks for the points as well.
    await waitFor(() => expect(client.isFetching()).toBe(0))
    points(500)
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('500 points')).toBeDefined()
  })

  test('how points work stands below the cards', async () => {
    answers('/api/cms/snippets', [{ id: 'rocket-mart', categories: ['rocket-mart'], content: '<h2>How points are earned</h2>' }])
    await show('/rocket-mart')
    const card = await screen.findByRole('heading', { name: '€5.00' })
    const text = await screen.findByText('How points are earned')
    expect(card.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  test('a card shows a picture for each width, its promo, and the name that staff gave it', async () => {
    const image = { desktop: '/art/wide.webp', mobile: '/art/narrow.webp' }
    answers('/api/loyalty/offers', [{ ...OFFERS[0]!, title: 'Pocket money', image, promo: { type: 'best_value', text: 'Most for its points' } }])
    await show('/rocket-mart')
    expect(await screen.findByText('Pocket money')).toBeDefined()
    expect(screen.getByText('Most for its points')).toBeDefined()
    const picture = document.querySelector('main picture')!
    expect(picture.querySelector('source')?.getAttribute('srcset')).toBe('/art/wide.webp')
    expect(picture.querySelector('source')?.media).toBe('(width >= 1024px)')
    expect(picture.querySelector('img')?.getAttribute('src')).toBe('/art/narrow.webp')
  })

  test('five shapes stand for cards that are still to come', async () => {
    server.use(http.untyped.get('/api/loyalty/offers', () => new Promise<never>(() => undefined)))
    await show('/rocket-mart')
    await waitFor(() => expect(document.querySelectorAll('main ul[aria-busy="true"] > li')).toHaveLength(5))
  })

  test('points that are pushed show at once', async () => {
    answers('/api/player', aPlayer())
    points(10)
    const { queryClient: client } = await show('/rocket-mart')
    expect(await screen.findByText('10 points')).toBeDefined()
    expect(loyaltyChannels[0]!.receive(client, { points: 450, total_points: 450 })).toBe(true)
    expect(await screen.findByText('450 points')).toBeDefined()
    expect(loyaltyChannels[0]!.receive(client, { points: 'many' })).toBe(false)
  })

  test.each([
    ['a player', [], '/promotions'],
    ['a tester', [{ id: 'group_21', name: 'Tester' }], '/rocket-mart/money'],
  ])('%s meets a closed shop', async (_who, statuses, path) => {
    answers('/api/player', aPlayer({ statuses }))
    answers('/api/fe/config/manage-promotion-pages', { 'rocket-mart': false })
    const { router } = await show('/rocket-mart/money')
    await waitFor(() => expect(router.state.location.pathname).toBe(path))
  })
})

describe('free spins', () => {
  const SPINS: ShopOffer = {
    type: 'freespins',
    group: 'SHOP-SPINS-10',
    title: '10 free spins on Solar Sails',
    rates: [],
    rate: { points: 150, count_max: 10, lottery_ids: [], freespins_count: 10 },
    wager: 10,
    games: ['northlight/solar-sails'],
    lottery_slug: null,
    end_at: null,
    items: [],
    freespins: {
      freespins_count: 10,
      games: ['northlight/solar-sails'],
      wager_multiple: 10,
      activatable_hours: 168,
      hours: 72,
      currencies: [{ currency: 'EUR', stake_cents: 20, win_max_cents: 100_000, bet_max_cents: 200 }],
    },
    bonus: null,
    image: null,
    promo: null,
    terms: 'seen',
  }

  /** The games that were asked for, call by call. */
  let asked: string[][]

  beforeEach(() => {
    asked = []
    answers('/api/loyalty/offers', [...OFFERS, SPINS])
    server.use(
      http.post('/api/games_filter/select', async ({ request }) => {
        const { game_ids: ids } = (await request.json()) as { game_ids: string[] }
        asked.push(ids)
        return HttpResponse.json(Object.fromEntries(ids.map((identifier) => [identifier, aGame({ identifier, title: `Game ${identifier}` })])))
      }),
    )
  })

  test('show their games in a row of fifteen at most', async () => {
    const ids = Array.from({ length: 20 }, (_, place) => `northlight/${place}`)
    answers('/api/loyalty/offers', [{ ...SPINS, freespins: { ...SPINS.freespins!, games: ids }, games: ids }])
    await show('/rocket-mart/freespins')
    const row = within(await screen.findByRole('list', { name: 'Games for the free spins' }))
    await waitFor(() => expect(row.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual(ids.slice(0, 15).map((id) => `Game ${id}`)))
    expect(asked).toEqual([ids.slice(0, 15)])
  })

  test('stand alone under their own address, with what they ask', async () => {
    await show('/rocket-mart/freespins')
    expect(await screen.findByRole('heading', { name: '10 free spins on Solar Sails' })).toBeDefined()
    expect(screen.queryByRole('heading', { name: '€5.00' })).toBeNull()
    // Until the currencies are known, no amount is told.
    expect(await screen.findByText(/€0\.20/)).toBeDefined()
    const tabs = within(screen.getByRole('navigation', { name: 'Kinds of rewards' })).getAllByRole('link')
    expect(tabs.map((tab) => tab.textContent)).toEqual(['All rewards', 'Free spins', 'Money reward', 'Special rewards'])
    expect(tabs[1]!.getAttribute('aria-current')).toBe('page')
  })

  const ALL = ['Free spins', 'Money reward', 'Special rewards']
  test.each([
    ['', ALL, 4],
    ['/freespins', [], 1],
    ['/money', [], 2],
    ['/special', [], 1],
  ] as const)('/rocket-mart%s shows the groups %j', async (path, groups, cards) => {
    const box: ShopOffer = { ...SPINS, type: 'lootboxes', group: 'box', title: 'A box', games: [], wager: null, freespins: null }
    answers('/api/loyalty/offers', [...OFFERS, SPINS, box])
    await show(`/rocket-mart${path}`)
    const main = within(screen.getByRole('main'))
    await waitFor(() => expect(main.getAllByRole('article')).toHaveLength(cards))
    expect(main.queryAllByRole('region').map((group) => within(group).getAllByRole('heading')[0]?.textContent)).toEqual(groups)
    // A card's name stands one level below that of its group.
    expect(main.getAllByRole('heading', { level: groups.length > 0 ? 3 : 2 })).toHaveLength(cards)
  })

  test.each([
    ['', [], '/promotions'],
    ['/special', OFFERS, '/rocket-mart'],
  ] as const)('/rocket-mart%s without a card says so, and leads on', async (path, offers, way) => {
    answers('/api/loyalty/offers', [...offers])
    await show(`/rocket-mart${path}`)
    const main = within(screen.getByRole('main'))
    await main.findByRole('heading', { level: 2, name: 'No rewards here right now' })
    const ways = main.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(ways.at(-1)).toBe(way)
  })

  test('are exchanged for points, and wait among the gifts', async () => {
    answers('/api/player', aPlayer())
    points(320)
    const bodies = exchanges(() => HttpResponse.json({ ...DONE, type: 'freespins', group: SPINS.group, points: 300, amount_cents: 0 }, { status: 201 }))
    await show('/rocket-mart/exchange/freespins/SHOP-SPINS-10')
    await userEvent.click(await screen.findByRole('button', { name: 'One more' }))
    await userEvent.click(screen.getByRole('button', { name: 'Exchange now' }))
    expect(await screen.findByText('Your free spins are waiting among your gifts.')).toBeDefined()
    expect(bodies).toEqual([{ type: 'freespins', group: 'SHOP-SPINS-10', points: 300, terms: 'seen' }])
  })
})

describe('bonus money', () => {
  const BONUS: ShopOffer = {
    ...OFFERS[0]!,
    group: 'SHOP-BONUS-10',
    wager: 5,
    rates: [{ currency: 'EUR', points: 600, amount_cents: 1000 }],
    rate: { points: 600, count_max: 10, lottery_ids: [], freespins_count: null },
    bonus: { wager_multiple: 5, valid_hours: 168, currencies: [{ currency: 'EUR', win_max_cents: 10_000, bet_max_cents: 200 }] },
  }

  beforeEach(() => answers('/api/loyalty/offers', [...OFFERS, BONUS]))

  test('says what it is and what it asks, beside real money that says so', async () => {
    await show('/rocket-mart/money')
    expect(await screen.findByText('Bonus money, to be wagered 5×')).toBeDefined()
    expect(await screen.findByText('Pays €100.00 at most')).toBeDefined()
    expect(screen.getByText('168 hours to wager it')).toBeDefined()
    expect(screen.getAllByText('Real money, no wagering')).toHaveLength(2)
  })

  test('is exchanged for points, after a player who wants no bonuses was asked', async () => {
    answers('/api/player', aPlayer({ can_issue_bonuses: false }))
    points(700)
    const bodies = exchanges(() => HttpResponse.json({ ...DONE, group: BONUS.group, points: 600, amount_cents: 0, bonus_amount_cents: 1000 }, { status: 201 }))
    server.use(http.patch('/api/player/update_bonus_settings', () => new HttpResponse(null, { status: 204 })))
    await show('/rocket-mart/exchange/money/SHOP-BONUS-10')
    await userEvent.click(await screen.findByRole('button', { name: 'Exchange now' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Switch on' }))
    expect(await screen.findByText(/Your bonus money is in your wallet/)).toBeDefined()
    expect(bodies).toEqual([{ type: 'money', group: 'SHOP-BONUS-10', points: 600, terms: 'seen' }])
  })
})
