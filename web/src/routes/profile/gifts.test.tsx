import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { english } from '@/i18n/english'
import { aBonus, freespins } from '@/test/gifts'
import { http } from '@/test/http'
import { A_PLAYER, answers, aWallet, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

beforeEach(() => {
  sessionStorage.clear()
  answers('/api/player', { ...A_PLAYER, created_at: '2026-01-01T00:00:00.000Z' })
})

const card = (name: string) => screen.findByRole('article', { name })
const badge = () => screen.queryByTestId('gift-count')

test('gifts are listed with amount, stage, progress and terms, those that are over below', async () => {
  answers('/api/player/bonuses', [
    aBonus({
      id: '1',
      title: 'Running',
      stage: 'handle_bets',
      activatable: false,
      amount_wager_cents: 100,
      amount_wager_requirement_cents: 3_000,
      bet_max_cents: 500,
      excluded_categories: ['jackpot'],
    }),
    aBonus({ id: '2', title: 'Next one', stage: 'wait', activatable: false }),
    aBonus({
      id: '3',
      title: 'Over',
      stage: 'finished',
      activatable: false,
      ended_by: 'wagered',
      converted_cents: 100_000,
      withheld_cents: 50_000,
      win_max_cents: 100_000,
    }),
  ])
  answers('/api/player/freespins', [freespins({ title: 'Spins', stage: 'activated', activatable: false, freespins_performed: 17, win_cents: 120 })])
  await show('/profile/gifts')
  const running = within(await card('Running'))
  expect(await running.findByText('€1.00 of €30.00 wagered')).toBeDefined()
  expect(running.getByText('€29.00 left to bet')).toBeDefined()
  expect(running.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('3')
  expect(running.getByText('Bets up to €5.00')).toBeDefined()
  expect(running.getByText('Not playable meanwhile: Jackpot games')).toBeDefined()
  expect(running.queryByRole('button', { name: /Activate/ })).toBeNull()
  expect(within(await card('Next one')).getByText(english['gifts.waits'])).toBeDefined()
  const spins = within(await card('Spins'))
  expect(spins.getByText('3 of 20 free spins left')).toBeDefined()
  expect(spins.getByText('Won so far: €1.20')).toBeDefined()
  expect(spins.getByRole('link', { name: 'Play' }).getAttribute('href')).toBe('/play/northlight/solar-sails?mode=real')
  const over = within(within(screen.getByRole('region', { name: 'Finished' })).getByRole('article', { name: 'Over' }))
  expect(over.getByText('€1,000.00 became real money.')).toBeDefined()
  expect(over.getByText('€500.00 was withheld: this bonus pays €1,000.00 at most.')).toBeDefined()
  expect(over.queryByRole('button')).toBeNull()
  await waitFor(() => expect(badge()?.textContent).toBe('3'))
})

test('a gift of a group has the look of the group, and leads where it does', async () => {
  answers('/api/player/bonuses', [aBonus(), aBonus({ id: '2', title: 'Plain', group_key: 'other' })])
  answers('/api/fe/config/modify-gifts-config', { welcome: { image: '/art/bonuses/welcome.svg', url: '/promotions', accent: '#0f766e' } })
  await show('/profile/gifts')
  const welcome = await card('Welcome bonus')
  await waitFor(() => expect(welcome.querySelector('img')?.getAttribute('src')).toBe('/art/bonuses/welcome.svg'))
  expect(within(welcome).getByRole('link', { name: 'Welcome bonus' }).getAttribute('href')).toBe('/promotions')
  expect((await card('Plain')).querySelector('img')).toBeNull()
})

test('a gift is activated, and what follows from it is asked for again', async () => {
  answers('/api/player/bonuses', [aBonus()])
  const asked: string[] = []
  server.events.on('request:start', ({ request }) => {
    if (request.method === 'GET') asked.push(new URL(request.url).pathname)
  })
  let keys = 0
  server.use(
    http.untyped.post('/api/player/bonuses/:id/activation', ({ request, params }) => {
      keys += request.headers.has('idempotency-key') ? 1 : 0
      return HttpResponse.json(aBonus({ id: String(params.id), stage: 'handle_bets', activatable: false }))
    }),
  )
  await show('/profile/gifts')
  const welcome = within(await card('Welcome bonus'))
  const before = asked.filter((path) => path === '/api/player').length
  await userEvent.click(welcome.getByRole('button', { name: 'Activate Welcome bonus' }))
  expect(await screen.findByText('Welcome bonus is active now.')).toBeDefined()
  await waitFor(() => expect(welcome.getByText('Active')).toBeDefined())
  expect(keys).toBe(1)
  await waitFor(() => expect(asked.filter((path) => path === '/api/player').length).toBeGreaterThan(before))
  server.events.removeAllListeners()
})

test('a gift counts down to the end of its time, and one without an end does not', async () => {
  const until = new Date(Date.now() + 3 * 86_400_000 + 60_000).toISOString()
  answers('/api/player/bonuses', [aBonus({ activatable_until: until }), aBonus({ id: '2', title: 'Endless' })])
  await show('/profile/gifts')
  expect(within(await card('Welcome bonus')).getByRole('timer').textContent).toMatch(/^3d/)
  expect(within(await card('Endless')).queryByRole('timer')).toBeNull()
})

test('one that waits for its turn says so', async () => {
  answers('/api/player/bonuses', [aBonus()])
  server.use(http.untyped.post('/api/player/bonuses/:id/activation', () => HttpResponse.json(aBonus({ stage: 'wait', activatable: false }))))
  await show('/profile/gifts')
  await userEvent.click(await screen.findByRole('button', { name: 'Activate Welcome bonus' }))
  expect(await screen.findByText(/Welcome bonus is in line/)).toBeDefined()
})

test('nothing is given up before the player has confirmed it', async () => {
  answers('/api/player/bonuses', [aBonus({ stage: 'handle_bets', activatable: false })])
  const deleted: unknown[] = []
  server.use(
    http.untyped.delete('/api/player/bonuses/:id', ({ params }) => {
      deleted.push(params.id)
      return HttpResponse.json(aBonus({ stage: 'canceled', activatable: false, ended_by: 'declined', forfeited_cents: 2_500 }))
    }),
  )
  await show('/profile/gifts')
  await userEvent.click(await screen.findByRole('button', { name: 'Give up Welcome bonus' }))
  const first = within(await screen.findByRole('dialog', { name: 'Give up Welcome bonus?' }))
  expect(first.getByText(english['gifts.give_up_text'])).toBeDefined()
  await userEvent.click(first.getByRole('button', { name: 'Keep it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(deleted).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Give up Welcome bonus' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Give up' }))
  expect(await screen.findByText('€25.00 of bonus money was taken off your balance.')).toBeDefined()
  expect(deleted).toEqual(['1'])
  await waitFor(() => expect(badge()).toBeNull())
})

test('a gift that was not played with is declined without loss', async () => {
  answers('/api/player/freespins', [freespins()])
  await show('/profile/gifts')
  await userEvent.click(await screen.findByRole('button', { name: 'Decline Twenty spins on us' }))
  expect(await screen.findByText(english['gifts.decline_text'])).toBeDefined()
})

test('past its deadline a gift offers no activation', async () => {
  answers('/api/player/bonuses', [aBonus({ activatable_until: new Date(Date.now() - 1_000).toISOString() })])
  await show('/profile/gifts')
  expect(await screen.findByRole('button', { name: /Decline/ })).toBeDefined()
  expect(screen.queryByRole('button', { name: /Activate/ })).toBeNull()
})

test('without gifts there is a way to some, and a list that does not come can be asked for again', async () => {
  server.use(http.untyped.get('/api/player/bonuses', () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })))
  await show('/profile/gifts')
  expect(await screen.findByText(english['gifts.failed'])).toBeDefined()
  answers('/api/player/bonuses', [])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(english['gifts.empty_title'])).toBeDefined()
  expect(screen.getByRole('link', { name: 'Deposit offers' }).getAttribute('href')).toBe('/deposit-bonus')
})

test('of two lists of gifts one that does not come is no lack of gifts', async () => {
  const fails = (path: string) => server.use(http.untyped.get(path, () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })))
  fails('/api/player/bonuses')
  answers('/api/player/freespins', [freespins({ title: 'Old spins', stage: 'finished', activatable: false })])
  await show('/profile/gifts')
  expect(await screen.findByText(english['gifts.failed_in_part'])).toBeDefined()
  expect(screen.queryByText(english['gifts.empty_title'])).toBeNull()
  answers('/api/player/bonuses', [aBonus()])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await card('Welcome bonus')).toBeDefined()
})

test('bonuses that do not come are nothing wagered', async () => {
  server.use(http.untyped.get('/api/player/bonuses', () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })))
  await show('/bonus-balance')
  expect(await screen.findByText(english['gifts.failed'])).toBeDefined()
  expect(screen.queryByText(english['bonus_balance.to_wager'])).toBeNull()
  answers('/api/player/bonuses', [])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(english['bonus_balance.to_wager'])).toBeDefined()
})

test.each([
  ['activated', english['promocode.status.activated']],
  ['not_found', english['promocode.status.not_found']],
  ['expired', english['promocode.status.expired']],
  ['already_used', english['promocode.status.already_used']],
  ['restricted', english['promocode.status.restricted']],
] as const)('a code that is %s has words of its own', async (status, text) => {
  const sent: unknown[] = []
  server.use(
    http.untyped.post('/api/bonuses/coupon', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ status, bonus: status === 'activated' ? aBonus({ id: '9' }) : null, freespins: null })
    }),
  )
  await show('/profile/promocode')
  const field = await screen.findByRole('textbox', { name: /Code/ })
  await userEvent.click(screen.getByRole('button', { name: 'Redeem' }))
  expect(await screen.findByText(english['promocode.empty'])).toBeDefined()
  expect(sent).toEqual([])
  await userEvent.type(field, ' Abc1 ')
  await userEvent.click(screen.getByRole('button', { name: 'Redeem' }))
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
  expect(sent).toEqual([{ coupon_code: 'Abc1' }])
})

test('a gift code of the address is redeemed on the gifts page, once', async () => {
  sessionStorage.setItem('gift_promocode', 'G1')
  const sent: unknown[] = []
  server.use(
    http.untyped.post('/api/bonuses/coupon', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ status: 'already_used', bonus: null, freespins: null })
    }),
  )
  await show('/profile/gifts')
  expect(await screen.findByText(english['promocode.status.already_used'])).toBeDefined()
  expect(sent).toEqual([{ coupon_code: 'G1' }])
  expect(sessionStorage.getItem('gift_promocode')).toBeNull()
})

test.each([
  [422, null],
  [404, null],
  [429, 'G1'],
])('a gift code that is answered with %i stays as %s', async (status, kept) => {
  sessionStorage.setItem('gift_promocode', 'G1')
  const errors = { coupon_code: [{ code: 'VALIDATION.COUPON_CODE.INVALID', message: 'No.' }] }
  const refusal = status === 422 ? { errors } : { error: { code: 'refused', message: 'No.' } }
  server.use(http.untyped.post('/api/bonuses/coupon', () => HttpResponse.json(refusal, { status })))
  await show('/profile/gifts')
  await screen.findByRole('alert')
  expect(sessionStorage.getItem('gift_promocode')).toBe(kept)
  sessionStorage.clear()
})

test('bonuses are switched off and on', async () => {
  const sent: unknown[] = []
  server.use(
    http.untyped.patch('/api/player/update_bonus_settings', async ({ request }) => {
      const body = (await request.json()) as { can_issue: boolean }
      sent.push(body)
      answers('/api/player', { ...A_PLAYER, created_at: '2026-01-01T00:00:00.000Z', can_issue_bonuses: body.can_issue })
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await show('/profile/gifts')
  const toggle = await screen.findByRole('switch', { name: english['gifts.switch'] })
  await userEvent.click(toggle)
  await waitFor(() => expect((toggle as HTMLInputElement).checked).toBe(false))
  expect(sent).toEqual([{ can_issue: false }])
})

test('the page of balances tells the five values, and why bonus money stays', async () => {
  answers('/api/player/accounts', [aWallet({ amount_cents: 700, bonus_amount_cents: 300, available_to_cashout_cents: 700 })])
  answers('/api/player/bonuses', [
    aBonus({ stage: 'handle_bets', activatable: false, amount_cents: 300, amount_wager_cents: 100, amount_wager_requirement_cents: 3_000 }),
  ])
  await show('/bonus-balance')
  const main = within(await screen.findByRole('main'))
  expect(await main.findByText('€10.00')).toBeDefined()
  for (const text of ['€7.00', '€3.00', '€30.00', '€1.00', '€1.00 of €30.00 wagered']) expect(main.getByText(text)).toBeDefined()
  expect(main.getByText("€3.00 is bonus money. Bet €29.00 more and what's left of it becomes real money.")).toBeDefined()
})

test('the running cashback tells what would come back', async () => {
  answers('/api/player/cashback', [
    {
      title: 'Weekly cashback',
      percent: 10,
      currency: 'EUR',
      lost_cents: 4_239,
      amount_cents: 423,
      loss_min_cents: 1_000,
      most_cents: 20_000,
      from: '2026-03-02T00:00:00.000Z',
      until: '2026-03-09T00:00:00.000Z',
    },
  ])
  await show('/profile/gifts')
  const weekly = within(await card('Weekly cashback'))
  expect(await weekly.findByText('€4.23')).toBeDefined()
  expect(weekly.getByText('€42.39')).toBeDefined()
  expect(weekly.getByText('10% of what you lose, up to €200.00. From a loss of €10.00 on.')).toBeDefined()
})

test('free bets are shown where there is a sports site, and a code brings one', async () => {
  answers('/api/fe/config/betting-config', ['sport.borealis.example'])
  const freeBet = {
    id: '7',
    type: 'Freebet',
    title: 'Kick-off',
    stage: 'issued',
    currency: 'EUR',
    amount_cents: 500,
    paid_cents: 0,
    valid_until: '2026-03-09T00:00:00.000Z',
  }
  let has = false
  server.use(
    http.untyped.get('/api/v2/bonuses', () => HttpResponse.json(has ? [freeBet] : [])),
    http.untyped.post('/api/v2/bonuses/promo-code', async ({ request }) => {
      const { code } = (await request.json()) as { code: string }
      if (code !== 'KICK') return HttpResponse.json({ error: { code: 'not_found', message: 'No.' } }, { status: 404 })
      has = true
      return HttpResponse.json(freeBet)
    }),
  )
  await show('/profile/gifts')
  const sports = within(await screen.findByRole('region', { name: 'Sports' }))
  const field = sports.getByRole('textbox', { name: /Sports code/ })
  await userEvent.type(field, 'nope')
  await userEvent.click(sports.getByRole('button', { name: 'Redeem' }))
  expect(await sports.findByText(english['promocode.status.not_found'])).toBeDefined()
  await userEvent.clear(field)
  await userEvent.type(field, ' KICK ')
  await userEvent.click(sports.getByRole('button', { name: 'Redeem' }))
  const bet = within(await sports.findByRole('article', { name: 'Kick-off' }))
  expect(bet.getByText('€5.00')).toBeDefined()
  expect(bet.getByRole('link', { name: 'Go to sports' }).getAttribute('href')).toBe('/sport')
})

test('without a sports site there are no free bets', async () => {
  await show('/profile/gifts')
  await screen.findByText(english['gifts.empty_title'])
  expect(screen.queryByRole('region', { name: 'Sports' })).toBeNull()
})

test('gifts that are no money say what they are, and nobody activates a thing', async () => {
  const nothing = { amount_wager_requirement_cents: 0, wager_multiple: 0 }
  answers('/api/player/bonuses', [
    aBonus({ id: '1', type: 'Custom', title: 'A watch', amount_cents: 0, activatable: false, ...nothing }),
    aBonus({ id: '2', type: 'XP', title: 'A head start', amount_cents: 250, ...nothing }),
    aBonus({ id: '3', type: 'Group', title: 'The club', amount_cents: 0, stage: 'finished', activatable: false, ended_by: 'given', ...nothing }),
  ])
  await show('/profile/gifts')
  const watch = within(await card('A watch'))
  expect(await watch.findByText(english['gifts.terms.by_hand'])).toBeDefined()
  expect(watch.queryByRole('button', { name: /Activate/ })).toBeNull()
  const points = within(await card('A head start'))
  expect(points.getByText('250')).toBeDefined()
  expect(points.getByRole('button', { name: /Activate/ })).toBeDefined()
  expect(within(await card('The club')).getByText(english['gifts.ended.given'])).toBeDefined()
})
