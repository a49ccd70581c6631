import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { applyPayment } from '@/api/session/payments'
import type { Payment } from '@/api/types'
import { affiliateTags } from '@/domain/affiliates'
import { acceptCookies } from '@/platform/consent'
import { readCookie } from '@/platform/cookies'
import { log } from '@/platform/log'
import { trackConversion } from '@/domain/conversions'
import { reportBrokenRules, reportRefusedFields } from '@/platform/refusedForms'
import { startTelemetry } from './startTelemetry'

/** Calls that tell something, in the order in which they left. */
const calls: { call: string; body: unknown }[] = []
let depositsCount = 0
/** How often the deposits were asked for. */
let counted = 0

function answer(path: string, init: RequestInit): Promise<Response> {
  if (init.method === 'GET') {
    if (path === '/api/player/stats') counted += 1
    return Promise.resolve(Response.json([{ deposits_count: depositsCount }]))
  }
  calls.push({ call: `${String(init.method)} ${path}`, body: JSON.parse(init.body as string) })
  return Promise.resolve(new Response(null, { status: 204 }))
}

const told = (call: string) => calls.filter((one) => one.call === call).map(({ body }) => body)

beforeAll(() => {
  vi.stubGlobal('fetch', answer)
  window.history.replaceState(null, '', '/pokies/all?utm_source=x&gclid=y&stag=s1&gift_promocode=G1')
  // What happens before the telemetry is there waits for it.
  log('error', 'EARLY', 'before anybody listened')
  startTelemetry(new QueryClient())
})
afterAll(() => vi.unstubAllGlobals())

/** One visit from its first page on: each step stands on those before. */
test('a visit: marks are kept, failures told at once', () => {
  expect(readCookie('stag')).toBeNull()
  expect(affiliateTags()).toEqual({ stag: 's1' })
  expect(sessionStorage.getItem('gift_promocode')).toBe('G1')
  expect(told('PUT /log')).toMatchObject([{ code: 'EARLY', url: '/pokies/all' }])
  reportBrokenRules('registration', { email: { type: 'INVALID' }, password: { type: 'REQUIRED' }, root: {} })
  reportRefusedFields('registration', { email: [{ code: 'VALIDATION.EMAIL.TAKEN' }], city: [] })
  expect(told('PUT /metrics-errors-validation')).toEqual([
    { side: 'client', component: 'registration', errors: { email: 'VALIDATION.EMAIL.INVALID', password: 'VALIDATION.PASSWORD.REQUIRED' } },
    { side: 'server', component: 'registration', errors: { email: 'VALIDATION.EMAIL.TAKEN' } },
  ])
})

/** A deposit that has arrived. */
const deposit = (id: string): Payment => ({
  id,
  action: 'deposit',
  state: 'succeeded',
  amount_cents: 1000,
  requested_cents: 1000,
  fee_cents: 0,
  confirmations: 0,
  confirmations_needed: 0,
  currency: 'EUR',
  brand: 'card',
  payment_method_id: 'card',
  recallable: false,
  recallable_until: null,
  cancelable: false,
  created_at: '',
  finished_at: '',
  redirect_url: null,
  error_code: null,
})

test('what only measures waits for cookies to be accepted', () => {
  applyPayment(new QueryClient(), deposit('early'))
  expect(counted).toBe(0)
  trackConversion('sign_up')
  expect(calls.filter(({ call }) => call.includes('utm') || call.includes('performance'))).toEqual([])
  acceptCookies()
  expect(readCookie('stag')).toBe('s1')
  expect(told('POST /log_utm_set')).toEqual([{ utmMetrics: { utm_source: 'x' } }])
  expect(told('POST /log_utm_send')).toEqual([{ utmMetrics: { utm_source: 'x' } }])
})

test('the campaign learns of the first deposit only', async () => {
  const client = new QueryClient()
  depositsCount = 2
  applyPayment(client, { ...deposit('a'), action: 'cashout' })
  applyPayment(client, deposit('b'))
  await vi.waitFor(() => expect(counted).toBe(1))
  depositsCount = 1
  applyPayment(client, deposit('c'))
  await vi.waitFor(() => expect(counted).toBe(2))
  await vi.waitFor(() => expect(told('POST /log_utm_send')).toHaveLength(2))
  // The counts may not know of the deposit before yet.
  applyPayment(client, deposit('d'))
  await Promise.resolve()
  expect(counted).toBe(2)
})
