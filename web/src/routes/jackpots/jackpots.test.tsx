import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { QueryClient } from '@tanstack/react-query'
import { HttpResponse } from 'msw'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { jackpotsQuery } from '@/api/info/jackpots'
import { accountsQuery } from '@/api/session/accounts'
import { CHANNELS } from '@/app/realtime/channels'
import { applyFrame } from '@/features/realtime/model/frames'
import vectors from '../../../../crates/games/tests/vectors/jackpots.json'
import { http } from '@/test/http'
import { aPlayer, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

beforeAll(() => Promise.all([import('./JackpotPage'), import('@/features/jackpots/components/JackpotAwards')]), 60_000)

const [vector] = vectors as [(typeof vectors)[number]]

const level = (id: number, name: 'gold' | 'silver' | 'bronze', amount_cents: number) => ({
  id,
  identifier: `level_${id}`,
  name,
  amount_cents,
  seed_cents: 100,
  must_hit_by_cents: 5_000_000,
  min_bet_cents: 50,
  min_bet_text: 'Bets from {amount}',
  contribution_ppm: 2_000,
  cycle: 2,
  server_seed_hash: `hash ${id}`,
  started_at: '2026-01-01T00:00:00Z',
})

const JACKPOT = {
  id: 1,
  identifier: vector.jackpot,
  title: 'Mystic',
  description: 'Three pots.',
  currency: 'EUR',
  levels: [level(1, 'gold', 1_234_567), level(2, 'silver', 4_000), level(3, 'bronze', 300)],
}

const reveal = (point_cents: number) => ({
  level: vector.level,
  name: 'gold' as const,
  cycle: Number(vector.cycle),
  seed_cents: vector.seed_amount,
  must_hit_by_cents: vector.must_hit_by,
  server_seed_hash: vector.server_seed_hash,
  server_seed: vector.server_seed,
  point_cents,
  amount_cents: vector.point + 5,
  user_name: 'sol***',
  started_at: '2026-01-01T00:00:00Z',
  ended_at: '2026-01-02T00:00:00Z',
})

const win = (id: number, amount: number) => ({
  id: String(id),
  user_name: `w${id}***`,
  created_at: '2026-01-01T00:00:00Z',
  amount_cents: amount,
  currency: 'EUR',
  jackpot_original_amount_cents: amount,
  jackpot_original_currency: 'EUR',
  jackpot_level_name: 'bronze' as const,
  jackpot_identifier: vector.jackpot,
  jackpot_title: 'Mystic',
  game_title: null,
})

/** Seven winners, of whom five fit on the first page. */
function winners() {
  server.use(
    http.get('/api/jackpot_wins', ({ query }) => {
      const page = Number(query.get('page') ?? 1)
      const order = query.get('order') === 'biggest' ? 0 : 100
      const all = Array.from({ length: 7 }, (_, at) => win(order + at + 1, 7_000 - at))
      const pagination = { current_page: page, next_page: page === 1 ? 2 : null, total_pages: 2, total_count: 7 }
      return HttpResponse.json({ data: page === 1 ? all.slice(0, 5) : all.slice(5), pagination })
    }),
  )
}

beforeEach(() => {
  server.use(http.untyped.get(`/api/cms/pages/${vector.jackpot}`, () => HttpResponse.json({ code: 'not_found', message: '' }, { status: 404 })))
  answers(`/api/jackpots/${vector.jackpot}`, { jackpot: JACKPOT, game_ids: [], reveals: [reveal(vector.point)] })
  winners()
})

test('a jackpot has a page with its levels, the largest one first, and what they ask', async () => {
  await show(`/${vector.jackpot}`)
  const main = within(await screen.findByRole('main'))
  expect(await main.findByRole('heading', { name: 'Mystic' })).toBeDefined()
  expect(main.getAllByText(/^€(12,345\.67|40\.00|3\.00)$/).map((shown) => shown.textContent)).toEqual(['€12,345.67', '€40.00', '€3.00'])
  expect(main.getAllByText('Bets from €0.50')).toHaveLength(3)
})

test('an address that is neither a text nor a jackpot is none', async () => {
  server.use(
    http.untyped.get('/api/cms/pages/nothing', () => HttpResponse.json({ code: 'not_found', message: '' }, { status: 404 })),
    http.untyped.get('/api/jackpots/nothing', () => HttpResponse.json({ code: 'not_found', message: '' }, { status: 404 })),
  )
  await show('/nothing')
  expect(await screen.findByRole('heading', { name: "This table doesn't exist" })).toBeDefined()
})

test('five winners are shown, the places beyond the third by number, and more on demand', async () => {
  await show(`/${vector.jackpot}`)
  const panel = within(await screen.findByRole('tabpanel'))
  await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(5))
  expect(panel.getAllByRole('img').map((medal) => medal.getAttribute('aria-label'))).toEqual(['1', '2', '3'])
  expect(within(panel.getAllByRole('listitem')[3]!).getByText('4')).toBeDefined()
  fireEvent.click(panel.getByRole('button', { name: 'Show more winners' }))
  await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(7))
  fireEvent.click(screen.getByRole('tab', { name: 'Latest' }))
  expect(await screen.findByText('w101***')).toBeDefined()
})

test('winners that cannot be had are not told to be nobody, and are asked for again', async () => {
  server.use(http.untyped.get('/api/jackpot_wins', () => HttpResponse.json({ code: 'internal', message: '' }, { status: 500 })))
  await show(`/${vector.jackpot}`)
  expect(await screen.findByRole('heading', { name: "The winners couldn't be loaded" })).toBeDefined()
  expect(screen.queryByText(/Nobody has won yet/)).toBeNull()
  winners()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('w1***')).toBeDefined()
})

test.each([
  ['fits', vector.point, 'This jackpot was won at the point we had promised'],
  ['does not fit', vector.point + 1, "This jackpot doesn't fit what we had promised"],
])('a revealed point that %s is told so', async (_what, point, told) => {
  answers(`/api/jackpots/${vector.jackpot}`, { jackpot: JACKPOT, game_ids: [], reveals: [reveal(point)] })
  await show(`/${vector.jackpot}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Gold, cycle 1' }))
  expect(await within(await screen.findByRole('dialog')).findByText(told)).toBeDefined()
})

test('a frame moves the amounts of its jackpot alone', async () => {
  // Nothing counts up for a player who wants things still.
  const still = window.matchMedia('(prefers-reduced-motion: reduce)')
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ ...still, media, matches: media === still.media }))
  const { queryClient } = await show(`/${vector.jackpot}`)
  await screen.findByRole('heading', { name: 'Mystic' })
  const list = jackpotsQuery('en').queryKey
  queryClient.setQueryData(list, [JACKPOT, { ...JACKPOT, identifier: 'other' }])
  const levels = JACKPOT.levels.map(({ id, cycle, server_seed_hash }) => ({ id, amount_cents: 2_000_000, cycle, server_seed_hash }))
  act(() => applyFrame(CHANNELS, queryClient, 'jackpots_changes', { identifier: vector.jackpot, levels }))
  expect(queryClient.getQueryData(list)?.map((jackpot) => jackpot.levels[0]!.amount_cents)).toEqual([2_000_000, 1_234_567])
  await waitFor(() => expect(screen.getAllByText('€20,000.00')).toHaveLength(3))
})

const frameOf = (amount_cents: number, cycle = 2) => ({
  identifier: vector.jackpot,
  levels: JACKPOT.levels.map(({ id, server_seed_hash }) => ({ id, amount_cents, cycle, server_seed_hash })),
})

test('an answer that was asked for before the newest frame does not take it back', async () => {
  const queryClient = new QueryClient()
  let answer = (): void => undefined
  server.use(
    http.untyped.get('/api/jackpots', async () => {
      await new Promise<void>((resolve) => (answer = resolve))
      return HttpResponse.json([JACKPOT])
    }),
  )
  const ask = async (frame?: object) => {
    const asked = queryClient.fetchQuery({ ...jackpotsQuery('en'), staleTime: 0 })
    await vi.waitFor(() => expect(answer).not.toBe(idle))
    if (frame) applyFrame(CHANNELS, queryClient, 'jackpots_changes', frame)
    answer()
    answer = idle
    const [jackpot] = await asked
    return jackpot?.levels.map(({ amount_cents }) => amount_cents)
  }
  const idle = answer
  expect(await ask(frameOf(2_000_000))).toEqual([2_000_000, 2_000_000, 2_000_000])
  // An answer that was asked for after it counts as it is, and so does one of a later cycle, and what is more than the frame told.
  expect(await ask()).toEqual([1_234_567, 4_000, 300])
  expect(await ask(frameOf(5_000, 1))).toEqual([1_234_567, 4_000, 300])
  expect(await ask(frameOf(5_000))).toEqual([1_234_567, 5_000, 5_000])
})

test('a cycle that was won asks for the jackpots and the winners again', async () => {
  const { queryClient } = await show(`/${vector.jackpot}`)
  await screen.findByText('w1***')
  const asked = vi.spyOn(queryClient, 'invalidateQueries')
  act(() => applyFrame(CHANNELS, queryClient, 'jackpots_changes', frameOf(2_000_000)))
  expect(asked).not.toHaveBeenCalled()
  act(() => applyFrame(CHANNELS, queryClient, 'jackpots_changes', frameOf(100, 3)))
  expect(asked.mock.calls.map(([filters]) => filters?.queryKey)).toEqual([['jackpots'], ['jackpot-wins']])
})

test('a win opens one dialog, and the wallets are asked for again', async () => {
  answers('/api/player', aPlayer())
  const { queryClient } = await show(`/${vector.jackpot}`)
  await screen.findByRole('heading', { name: 'Mystic' })
  const asked = vi.spyOn(queryClient, 'invalidateQueries')
  const award = {
    id: '9',
    jackpot_identifier: 'mystic',
    jackpot_title: 'Mystic',
    jackpot_level_name: 'gold',
    amount_cents: 123_456,
    currency: 'EUR',
    created_at: '2026-01-01T00:00:00Z',
  }
  act(() => {
    applyFrame(CHANNELS, queryClient, 'jackpot_win_award#x', award)
    applyFrame(CHANNELS, queryClient, 'jackpot_win_award#x', award)
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'You won the jackpot!' }))
  expect(dialog.getByText('€1,234.56')).toBeDefined()
  expect(asked).toHaveBeenCalledWith({ queryKey: accountsQuery.queryKey })
  fireEvent.click(dialog.getByRole('button', { name: 'Wonderful' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
