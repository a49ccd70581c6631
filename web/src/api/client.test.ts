import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { request } from './client'

const fetchMock = vi.fn<typeof fetch>()

beforeEach(() => {
  fetchMock.mockReset()
  fetchMock.mockImplementation(() => Promise.resolve(Response.json([])))
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => vi.unstubAllGlobals())

const asked = () => fetchMock.mock.calls.at(-1)
const accepted = () => (asked()?.[1]?.headers as Record<string, string>).Accept

test('a value in a path leads nowhere else', async () => {
  await request('GET', '/api/player/payments/{id}', { path: { id: '../accounts?x' } })
  expect(asked()?.[0]).toBe('/api/player/payments/..%2Faccounts%3Fx')
})

test('a path within a path keeps its slashes', async () => {
  await request('GET', '/api/cms/pages/{path}', { path: { path: 'promo/cash back' }, query: { l: 'de' } })
  expect(asked()?.[0]).toBe('/api/cms/pages/promo/cash%20back?l=de')
})

test('an answer that comes in several types is asked for by its type', async () => {
  await request('GET', '/api/player/accounts')
  expect(accepted()).toBe('application/json')
  await request('GET', '/api/player/favorite_games', { accept: 'application/vnd.s.v2+json' })
  expect(accepted()).toBe('application/vnd.s.v2+json')
})

test('what the description forbids does not compile', () => {
  // @ts-expect-error no such call
  void (() => request('GET', '/api/unheard_of'))
  // @ts-expect-error the call is there, under another method
  void (() => request('DELETE', '/api/player/accounts'))
  // @ts-expect-error a payment has an id
  void (() => request('GET', '/api/player/payments/{id}'))
  // @ts-expect-error amounts are numbers
  void (() => request('POST', '/api/player/payments', { body: { action: 'deposit', payment_method_id: 'card', currency: 'EUR', amount_cents: '1' } }))
  // @ts-expect-error what a wallet holds is a number
  void (async () => ((await request('GET', '/api/player/accounts'))[0]?.amount_cents ?? 0) satisfies string)
  expect(asked()).toBeUndefined()
})
