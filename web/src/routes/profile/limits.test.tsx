import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PlaySummary, UserLimit } from '@/api/types'
import { http } from '@/test/http'
import { A_PLAYER, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const AT = '2026-01-01T00:00:00.000Z'

const euros = (amount_cents: number, current_value_amount_cents: number) => ({
  currency: 'EUR',
  amount_cents,
  current_value_amount_cents,
  amount_minutes: null,
  current_value_minutes: null,
  resets_at: '2026-01-02T00:00:00.000Z',
})

function aLimit(changes: Partial<UserLimit> = {}): UserLimit {
  return {
    id: '0199aaaa-0000-7000-8000-000000000000',
    type: 'loss',
    period: 'day',
    status: 'active',
    reached: false,
    accounts: [euros(100_000, 25_000)],
    active_until: null,
    created_at: AT,
    changes: [],
    ...changes,
  }
}

const USED_UP = aLimit({ reached: true, accounts: [euros(100, 100)] })

const SUMMARY: PlaySummary = {
  session: { since: AT, positions: [{ currency: 'EUR', staked_cents: 4000, won_cents: 1500, net_cents: -2500 }] },
  day: { since: AT, positions: [] },
  year: { since: AT, positions: [] },
}

beforeEach(() => {
  answers('/api/player', { ...A_PLAYER, created_at: AT })
  answers('/api/player/play_summary', SUMMARY)
})

const section = async (name: string) => screen.findByRole('region', { name })

test('the page has a section for each of the six types, and shows what is used of a limit', async () => {
  answers('/api/user_limits', [aLimit()])
  await show('/profile/limits')
  for (const name of ['Loss limit', 'Bet limit', 'Deposit limit', 'Time limit', 'Break', 'Self-exclusion']) expect(await section(name)).toBeDefined()
  const bar = within(await section('Loss limit')).getByRole('progressbar')
  expect(bar.getAttribute('aria-valuenow')).toBe('25')
  expect(screen.getByText('€250.00 of €1,000.00')).toBeDefined()
  expect(await screen.findByText('-€25.00')).toBeDefined()
})

test('a limit of a type that the site does not know is shown by its code', async () => {
  answers('/api/user_limits', [aLimit({ type: 'x' as UserLimit['type'], period: 'year' as UserLimit['period'] })])
  await show('/profile/limits')
  expect(await section('x')).toBeDefined()
  expect(screen.getByText('year')).toBeDefined()
})

test('limits that do not come say so and can be asked for again', async () => {
  server.use(http.untyped.get('/api/user_limits', () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })))
  await show('/profile/limits')
  expect(await screen.findByText("We couldn't load your limits")).toBeDefined()
  answers('/api/user_limits', [])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await section('Loss limit')).toBeDefined()
})

test('a cap is sent in subunits of the wallet', async () => {
  answers('/api/user_limits', [])
  const sent: unknown[] = []
  server.use(
    http.untyped.post('/api/user_limits', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(aLimit(), { status: 201 })
    }),
  )
  await show('/profile/limits')
  const loss = within(await section('Loss limit'))
  await userEvent.click(loss.getByRole('button', { name: /^Set/ }))
  await userEvent.click(loss.getByRole('button', { name: 'Save limit' }))
  expect(await loss.findByText(/Please enter an amount/)).toBeDefined()
  await userEvent.type(loss.getByLabelText(/Amount/), '12.5')
  await userEvent.click(loss.getByRole('button', { name: 'Save limit' }))
  await waitFor(() => expect(sent).toEqual([{ type: 'loss', period: 'day', currency: 'EUR', amount_cents: 1250 }]))
})

test('a break begins only after a second step, which tells its end', async () => {
  answers('/api/user_limits', [])
  const sent: unknown[] = []
  server.use(
    http.untyped.post('/api/user_limits', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(aLimit({ type: 'coolingoff', accounts: [], active_until: AT }), { status: 201 })
    }),
  )
  await show('/profile/limits')
  const card = within(await section('Break'))
  await userEvent.click(card.getByRole('button', { name: /Take a break/ }))
  await userEvent.click(card.getByRole('button', { name: 'Continue' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/This lasts until .* and can't be ended early/)).toBeDefined()
  expect(sent).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Take a break' }))
  await waitFor(() => expect(sent).toEqual([{ type: 'coolingoff', period: 'day' }]))
})

test('a change that waits can be taken back', async () => {
  const change = {
    id: '0199bbbb-0000-7000-8000-000000000000',
    currency: 'EUR',
    amount_cents: 200_000,
    amount_minutes: null,
    removes: false,
    asked_at: AT,
    confirm_until: '2026-01-02T00:00:00.000Z',
    effective_at: null,
  }
  answers('/api/user_limits', [aLimit({ status: 'pending', changes: [change] })])
  const asked: string[] = []
  server.use(
    http.untyped.delete('/api/user_limits/:id/changes/:change', ({ request }) => {
      asked.push(new URL(request.url).pathname)
      answers('/api/user_limits', [aLimit()])
      return HttpResponse.json(aLimit())
    }),
  )
  await show('/profile/limits')
  expect(await screen.findByText(/You asked for €2,000\.00/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Keep as is' }))
  await waitFor(() => expect(screen.queryByText(/You asked for/)).toBeNull())
  expect(asked).toEqual([`/api/user_limits/${aLimit().id}/changes/${change.id}`])
})

test('a reached limit leads from a game for money to the limits, and leaves the demo open', async () => {
  answers('/api/user_limits', [USED_UP])
  const { router } = await show('/play/northlight/solar-sails?mode=real')
  await waitFor(() => expect(router.state.location.pathname).toBe('/profile/limits'))
  await router.navigate({ to: '/play/$producer/$name', params: { producer: 'northlight', name: 'solar-sails' } })
  expect(router.state.location.pathname).toBe('/play/northlight/solar-sails')
})

test.each([
  ['deposit', true, '/profile/limits'],
  ['deposit', false, '/play/northlight/solar-sails'],
  ['loss', false, '/profile/limits'],
] as const)(
  'with a used-up limit of the type %s, where limits on deposits close games: %s, play leads to %s',
  async (type, deposit_limit_blocks_play, path) => {
    answers('/api/info/project', {
      name: 'Borealis',
      licences: [],
      support_email: '',
      hosts: [],
      features: {},
      variants: {},
      has_own_variants: false,
      adventures_groups: [],
      deposit_limit_blocks_play,
      social: [],
      support: { hours: '', phone: null },
      special_slots: {},
    })
    answers('/api/user_limits', [{ ...USED_UP, type }])
    const { router } = await show('/play/northlight/solar-sails')
    await router.navigate({ to: '/play/$producer/$name', params: { producer: 'northlight', name: 'solar-sails' }, search: { mode: 'real' } })
    await waitFor(() => expect(router.state.location.pathname).toBe(path))
  },
)

test('a limit that is reached in another wallet closes no game here', async () => {
  const [account] = USED_UP.accounts
  answers('/api/user_limits', [{ ...USED_UP, accounts: [{ ...account!, currency: 'USD' }] }])
  const { router } = await show('/play/northlight/solar-sails')
  await router.navigate({ to: '/play/$producer/$name', params: { producer: 'northlight', name: 'solar-sails' }, search: { mode: 'real' } })
  expect(router.state.location.pathname).toBe('/play/northlight/solar-sails')
})

test('the limits open over any page by their name', async () => {
  answers('/api/user_limits', [])
  await show('/popup/limits')
  expect(await within(await screen.findByRole('dialog')).findByRole('region', { name: 'Deposit limit' })).toBeDefined()
})

test('a guest confirms a change with the link of the mail', async () => {
  answers('/api/player', {})
  const sent: unknown[] = []
  server.use(
    http.untyped.post('/api/user_limits/confirm', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ type: 'loss', period: 'day', effective_at: '2026-01-02T00:00:00.000Z' })
    }),
  )
  const { router } = await show('/profile/limits/confirm?token=abc')
  expect(await screen.findByText(/Confirmed\. The change \(Loss limit\) applies from/)).toBeDefined()
  expect(router.state.location.pathname).toBe('/profile/limits/confirm')
  expect(sent).toEqual([{ token: 'abc' }])
})

/** How often the server was asked to confirm, while it answers `status`. */
function refusing(status: number): { count: number } {
  const asked = { count: 0 }
  server.use(
    http.untyped.post('/api/user_limits/confirm', () => {
      asked.count += 1
      return HttpResponse.json({ error: { code: 'internal', message: '' } }, { status })
    }),
  )
  return asked
}

test.each([
  ['that is refused', '?token=old', 422, 1],
  ['without a token', '', 422, 0],
])('a link %s leads to the limits and offers no second try', async (_, search, status, calls) => {
  const asked = refusing(status)
  await show(`/profile/limits/confirm${search}`)
  expect(await screen.findByRole('heading', { level: 1, name: "This link doesn't work" })).toBeDefined()
  expect(screen.getByRole('link', { name: 'See your limits' }).getAttribute('href')).toBe('/profile/limits')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(asked.count).toBe(calls)
})

test('a confirmation that fails at the server can be tried again', async () => {
  const asked = refusing(500)
  await show('/profile/limits/confirm?token=abc')
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(asked.count).toBe(2))
})
