import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { english } from '@/i18n/english'
import { WALLET_MARK_KEY } from '@/api/session/walletChange'
import { http } from '@/test/http'
import { A_PLAYER, answers, aWallet, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()
// Each opens the whole site, whose parts come one by one.
vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 20_000 })

const wallet = (currency: string, active: boolean) => aWallet({ currency, active })
const AT = '2026-01-01T00:00:00.000Z'

/** The wallet that the server holds to be the active one, and the calls that chose it. */
let active: string
let chosen: string[]
/** The calls that choose a wallet which are under way, and the most there were at a time. */
let underWay: number
let mostAtOnce: number

beforeEach(() => {
  active = 'EUR'
  chosen = []
  underWay = 0
  mostAtOnce = 0
  localStorage.clear()
  const accounts = () => ['EUR', 'USD'].map((code) => wallet(code, code === active))
  answers(
    '/api/info/currencies',
    ['EUR', 'USD', 'BTC'].map((code) => ({ code, fiat: code !== 'BTC', subunits_to_unit: 100, enabled: true })),
  )
  answers('/api/player/stats', [])
  server.use(
    http.get('/api/player', () => HttpResponse.json({ ...A_PLAYER, created_at: AT, country: 'CA', currency: active })),
    http.get('/api/player/accounts', () => HttpResponse.json(accounts())),
    http.post('/api/player/accounts', async ({ request }) => {
      const { currency } = await request.json()
      underWay += 1
      mostAtOnce = Math.max(mostAtOnce, underWay)
      chosen.push(currency)
      await delay('real')
      active = currency
      underWay -= 1
      return HttpResponse.json(accounts(), { status: 201 })
    }),
  )
})

const balance = (text: string) => screen.findByRole('button', { name: new RegExp(`Balance.*${text}`) })

test('another wallet is followed by the profile and the balance, and other tabs learn of it', async () => {
  const { queryClient } = await show('/?modal=/popup/currency-select')
  await userEvent.click(await screen.findByRole('button', { name: /US Dollar/i }))
  await balance('\\$12\\.50')
  await waitFor(() => expect(queryClient.getQueryData(['player'])).toMatchObject({ currency: 'USD' }))
  expect(localStorage.getItem(WALLET_MARK_KEY)).not.toBeNull()
})

test('two wallets pressed one after the other are chosen in turn, and the last one holds', async () => {
  answers('/api/player/wallet_currencies', ['EUR', 'USD', 'BTC'])
  const { queryClient } = await show('/?modal=/popup/currency-select')
  const dollar = await screen.findByRole('button', { name: /US Dollar/i })
  const coin = await screen.findByRole('button', { name: /Bitcoin/i })
  dollar.click()
  coin.click()
  await waitFor(() => expect(queryClient.getQueryData(['player'])).toMatchObject({ currency: 'BTC' }))
  expect(chosen).toEqual(['USD', 'BTC'])
  expect(mostAtOnce).toBe(1)
})

test('a currency that is refused says why', async () => {
  const refusal = { errors: { currency: [{ code: 'VALIDATION.CURRENCY.NOT_ALLOWED', message: 'This choice is not on offer.' }] } }
  server.use(http.post('/api/player/accounts', () => HttpResponse.json(refusal, { status: 422 })))
  await show('/?modal=/popup/currency-select')
  await userEvent.click(await screen.findByRole('button', { name: /US Dollar/i }))
  expect(await within(screen.getByRole('dialog')).findByText(english['error.VALIDATION.CURRENCY.NOT_ALLOWED'])).toBeDefined()
})

test('who has no VIP level yet is a rising star', async () => {
  await show('/profile/wallets')
  expect(await screen.findByText(english['vip_club.regular'])).toBeDefined()
})

test('a balance that could not be loaded can be asked for again', async () => {
  server.use(http.get('/api/player/accounts', () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 }), { once: true }))
  await show('/payments')
  await userEvent.click(await screen.findByRole('button', { name: english['shell.balance_failed'] }))
  await balance('€12\\.50')
})

test('the address for personal data asks for what is still empty', async () => {
  const person = {
    first_name: 'Ada',
    last_name: 'Koit',
    mobile_phone: '+1 604 555 0100',
    city: '',
    address: '1 Street',
    postal_code: 'K1A 0B1',
    date_of_birth: '1990-04-05',
  }
  const names = [...Object.keys(person), 'country']
  answers('/api/info/player_fields', { contexts: { registration: [], deposit: names, edition: names }, fields: [] })
  answers('/api/player', { ...A_PLAYER, created_at: AT, country: 'CA', ...person })
  await show('/?modal=/popup/personal-info')
  expect(await screen.findByRole('textbox', { name: /City/ })).toBeDefined()
  expect(screen.queryByRole('textbox', { name: /First name/ })).toBeNull()
})

test('missing terms are accepted once, or the player leaves for the lobby', async () => {
  const sent: unknown[] = []
  let missed = ['terms_acceptance']
  server.use(
    http.get('/api/player', () => HttpResponse.json({ ...A_PLAYER, created_at: AT, country: 'CA', auth_fields_missed: missed })),
    http.patch('/api/player', async ({ request }) => {
      sent.push(await request.json())
      missed = []
      return HttpResponse.json({ ...A_PLAYER, created_at: AT, country: 'CA' })
    }),
  )
  await show('/payments')
  await userEvent.click(await screen.findByRole('button', { name: 'I accept' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'I accept' })).toBeNull())
  expect(sent).toEqual([{ player: { terms_acceptance: true } }])
})

test('who does not accept the terms is signed out and leaves the page of the player', async () => {
  let isIn = true
  server.use(
    http.untyped.get('/api/player', () =>
      HttpResponse.json(isIn ? { ...A_PLAYER, created_at: AT, country: 'CA', auth_fields_missed: ['terms_acceptance'] } : {}),
    ),
    http.delete('/api/users/sign_out', () => {
      isIn = false
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { router } = await show('/profile')
  const popup = await screen.findByRole('dialog')
  await userEvent.click([...popup.querySelectorAll('button')].find((button) => button.textContent === 'Sign out')!)
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})
