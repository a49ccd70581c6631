import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import type { GroupStatus, LevelGift } from '@/api/types'
import { loyaltyChannels } from '@/features/loyalty/channels'
import { http } from '@/test/http'
import { answers, aPlayer, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

/** The player has `spendable` points, and has earned so many for life. */
function points(spendable: number, earned: number) {
  answers('/api/player/comp_points', { chargeable: { points: spendable }, persistent: { points: earned }, rates: [] })
}

describe('the VIP club', () => {
  const standings = () =>
    within(screen.getByRole('list', { name: 'All statuses' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent)

  test('a guest sees the ladder and a way in', async () => {
    await show('/rocketplay-vipclub')
    expect(await screen.findByText('Rising star')).toBeDefined()
    expect(standings()).toHaveLength(6)
  })

  test('what it brings and how to get there are texts of staff', async () => {
    answers('/api/cms/snippets', [{ id: 'vip-perks', categories: [], content: '<ul><li>A crown</li></ul>' }])
    await show('/rocketplay-vipclub')
    expect(await screen.findByText('A crown')).toBeDefined()
    expect(screen.getByText('What it brings')).toBeDefined()
    expect(screen.queryByText('How to get there')).toBeNull()
  })

  test('a guest reads how it works', async () => {
    const blocks = { title: 'VIP', description: '', keywords: '', json: null, 'content-main': null }
    answers('/api/cms/snippets', [{ id: 'how-to-catch', categories: [], content: '<p>Play</p>' }])
    answers('/api/cms/pages/vip', {
      id: 10,
      path: '/vip',
      title: 'VIP',
      content: '<p>Six statuses</p>',
      categories: [],
      blocks,
      url: null,
      routeName: null,
      hidden: false,
    })
    await show('/rocketplay-vipclub')
    await userEvent.click(await screen.findByRole('link', { name: 'How the VIP club works' }))
    expect(await screen.findByText('Six statuses')).toBeDefined()
  })

  test('a player sees where they stand and how far it is', async () => {
    answers('/api/player', aPlayer())
    answers('/jam/vip_status_progress', {
      currency: 'EUR',
      currentStatus: 'GOLD',
      activeStatus: 'BRONZE',
      nextStatus: 'PLATINUM',
      depositThresholdCents: 100_000,
      depositAmountCents: 50_000,
      betSumCents: 500_000,
      betSumThresholdCents: 1_000_000,
      overallProgress: 0.29,
      quarterEndsAt: '2026-04-01T00:00:00.000Z',
    })
    await show('/rocketplay-vipclub')
    const card = await screen.findByRole('region', { name: 'Your status' })
    expect(card.textContent).toContain('Gold')
    expect(card.textContent).toContain('Reached this quarter: Bronze')
    expect(within(card).getByRole('progressbar', { name: 'On the way to Platinum' }).getAttribute('aria-valuenow')).toBe('29')
    await waitFor(() =>
      expect(standings().map((text) => text?.match(/Passed|Current|Next|Locked/)?.[0])).toEqual(['Passed', 'Passed', 'Passed', 'Current', 'Next', 'Locked']),
    )
  })

  test('without an answer the default shows, as one', async () => {
    answers('/api/player', aPlayer())
    server.use(http.untyped.get('/jam/vip_status_progress', () => HttpResponse.json({ error: { code: 'internal', message: 'x' } }, { status: 500 })))
    await show('/rocketplay-vipclub')
    const card = await screen.findByRole('region', { name: 'Your status' }, { timeout: 15_000 })
    await waitFor(() => expect(card.textContent).toContain('€0.00 of €9,000.00'))
    expect(card.textContent).toContain('€0.00 of €90,000.00')
    expect(screen.getByText(/We couldn't load your progress/)).toBeDefined()
  })
})

/** The free spins of a level. */
function spinsOf(level: number, issued: string | null): LevelGift {
  const attributes = { freespins_count: 10, games: ['northlight/solar-sails'], bonus_amount: {} }
  const gift = { title: `${level}0 free spins`, type: 'freespins', attributes, result_bonus: { wager: 5, max_win: { EUR: { amount_cents: 100_000 } } } }
  return { level, gift, reached_at: issued, issued_at: issued }
}

test('twelve levels show their pictures, names, texts and gifts', async () => {
  answers('/api/player', aPlayer())
  points(10, 300)
  const types = ['points', 'cashback', 'fs', 'bonus'] as const
  const statuses = Array.from({ length: 12 }, (_, place): GroupStatus => {
    const conditions = { persistent_comp_points: { min: place * 100, max: place * 100 + 99 } }
    const gifts = types.slice(0, (place % types.length) + 1).map((type) => ({ type, text: `Gift of ${type}` }))
    return {
      id: `level_${place + 1}`,
      name: `Stufe ${place + 1}`,
      status: true,
      writable: false,
      image: `/media/levels/${place + 1}.svg`,
      content: `About ${place + 1}`,
      gift_descriptions: gifts,
      conditions,
    }
  })
  answers('/api/info/statuses', statuses)
  answers('/api/player/level_gifts', [])
  await show('/profile/level')
  const cards = within(await screen.findByRole('region', { name: 'All levels' }))
    .getAllByRole('listitem')
    .filter((item) => item.querySelector('img'))
  expect(cards).toHaveLength(12)
  expect(cards.map((card) => card.querySelector('img')?.getAttribute('src'))).toEqual(statuses.map(({ image }) => image))
  expect(cards[3]!.textContent).toContain('Stufe 4')
  expect(cards[3]!.textContent).toContain('About 4')
  expect(
    within(within(cards[3]!).getByRole('list', { name: 'What it brings' }))
      .getAllByRole('listitem')
      .map((gift) => gift.textContent),
  ).toEqual(types.map((type) => `Gift of ${type}`))
})

test.each([
  ['open', true],
  ['closed', false],
])('while the shop is %s, the page of levels leads there: %s', async (_, isOpen) => {
  answers('/api/player', aPlayer())
  answers('/api/fe/config/manage-promotion-pages', { 'rocket-mart': isOpen })
  points(10, 300)
  answers('/api/player/level_gifts', [])
  answers('/api/info/statuses', [])
  await show('/profile/level')
  await screen.findByRole('region', { name: 'All levels' })
  if (isOpen) expect(await screen.findAllByText('10 points')).not.toEqual([])
  else await waitFor(() => expect(screen.queryAllByText('10 points')).toEqual([]))
})

test('the page of levels shows the way to the next one and the gifts, as they come', async () => {
  answers('/api/player', aPlayer())
  points(10, 300)
  answers('/api/player/level_gifts', [spinsOf(2, '2026-01-01T00:00:00.000Z'), spinsOf(3, null)])
  const level = (number: number, min: number, max: number) => ({
    id: `level_${number}`,
    name: `Level ${number}`,
    status: true,
    writable: false,
    image: null,
    content: null,
    gift_descriptions: [],
    conditions: { persistent_comp_points: { min, max } },
  })
  answers('/api/info/statuses', [level(1, 0, 100), level(2, 101, 500), level(3, 501, 9_007_199_254_740_991)])
  const { queryClient: client } = await show('/profile/level')
  const current = await screen.findByRole('region', { name: 'Your level' })
  expect(current.textContent).toContain('Level 2')
  expect(within(current).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('49')
  expect(current.textContent).toContain('Level 3 at 501 points')
  const cards = within(screen.getByRole('region', { name: 'All levels' })).getAllByRole('listitem')
  expect(cards[0]!.textContent).not.toContain('Wager')
  expect(cards[1]!.textContent).toContain('20 free spins')
  expect(cards[1]!.textContent).toContain('Gift received')
  await waitFor(() => expect(cards[2]!.textContent).toMatch(/30 free spins.*€1,000.00/))
  expect(cards[2]!.textContent).not.toContain('Gift received')
  answers('/api/player/level_gifts', [spinsOf(2, '2026-01-01T00:00:00.000Z'), spinsOf(3, '2026-01-02T00:00:00.000Z')])
  act(() => void loyaltyChannels[0]!.receive(client, { points: 310, total_points: 600 }))
  await waitFor(() => expect(screen.getByRole('region', { name: 'Your level' }).textContent).toContain('Level 3'))
  await waitFor(() => expect(screen.getAllByText('Gift received')).toHaveLength(2))
})
