import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { acceptCookies, refuseCookies } from '@/platform/consent'
import { readCookie } from '@/platform/cookies'
import { http } from '@/test/http'
import { answers, server } from '@/test/server'
import { affiliateTags, keepAffiliateTags } from '@/domain/affiliates'
import { keepArrival, keepReferrer, keptMarks } from './arrival'

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  sessionStorage.clear()
  keepAffiliateTags({ stag: undefined, affb_id: undefined, partner_id: undefined })
  document.cookie = 'cookies_accepted=; Max-Age=0; Path=/'
  for (const name of ['stag', 'affb_id', 'partner_id']) document.cookie = `${name}=; Max-Age=0; Path=/`
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

test('a later campaign takes the place of the earlier one, a page without marks changes nothing', () => {
  acceptCookies()
  keepArrival('?utm_source=spring&utm_medium=mail')
  expect(keptMarks()).toEqual({ utm_source: 'spring', utm_medium: 'mail' })
  keepArrival('?page=2')
  expect(keptMarks()).toEqual({ utm_source: 'spring', utm_medium: 'mail' })
  keepArrival('?utm_source=summer')
  expect(keptMarks()).toEqual({ utm_source: 'summer' })
})

test('who sent a visitor is kept for thirty days, once cookies are accepted', () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  keepArrival('?stag=s1&affb_id=a1&partner_id=p1')
  expect(written).not.toHaveBeenCalled()
  expect(affiliateTags()).toEqual({ stag: 's1', affb_id: 'a1', partner_id: 'p1' })
  acceptCookies()
  const days = written.mock.calls.map(([cookie]) => [cookie.split('=')[0], Number(/max-age=(\d+)/i.exec(cookie)?.[1]) / 86_400])
  expect(Object.fromEntries(days)).toMatchObject({ stag: 30, affb_id: 30, partner_id: 30 })
})

test('without consent who sent a visitor is known while the page is open, and nothing is kept', () => {
  keepArrival('?stag=s1&utm_source=spring')
  expect([affiliateTags().stag, readCookie('stag'), keptMarks()]).toEqual(['s1', null, null])
  refuseCookies()
  expect([affiliateTags().stag, readCookie('stag'), keptMarks()]).toEqual(['s1', null, null])
  acceptCookies()
  expect([readCookie('stag'), keptMarks()]).toEqual(['s1', { utm_source: 'spring' }])
})

test('a host that belongs to an affiliate names it, unless an address has', async () => {
  acceptCookies()
  answers('/api/fe/config/stag-by-referrer-name', { 'partner.example': 's9' })
  await keepReferrer('https://other.example/x', 'casino.example')
  await keepReferrer('https://casino.example/x', 'casino.example')
  expect(readCookie('stag')).toBeFalsy()
  await keepReferrer('https://partner.example/page', 'casino.example')
  expect(readCookie('stag')).toBe('s9')
  keepArrival('?stag=s1')
  await keepReferrer('https://partner.example/page', 'casino.example')
  expect(readCookie('stag')).toBe('s1')
})

test('a server that does not say whose a host is changes nothing', async () => {
  server.use(http.get('/api/fe/config/stag-by-referrer-name', () => new HttpResponse(null, { status: 500 })))
  await keepReferrer('https://partner.example/page', 'casino.example')
  expect(readCookie('stag')).toBeFalsy()
})

test('a browser that keeps nothing, or something else, has no campaign', () => {
  sessionStorage.setItem('utm', '{broken')
  expect(keptMarks()).toBeNull()
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  expect(keepArrival('?utm_source=x')).toEqual({ utm_source: 'x' })
  expect(keptMarks()).toBeNull()
})
