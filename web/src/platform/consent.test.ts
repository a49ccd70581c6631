import { beforeEach, expect, test, vi } from 'vitest'
import { acceptCookies, cookieChoice, hasAcceptedCookies, onCookieChoice, refuseCookies, whenCookiesAccepted } from './consent'
import { readCookie, writeCookie } from './cookies'

beforeEach(() => {
  for (const name of ['cookies_accepted', 'stag']) writeCookie(name, '', 0)
})

test('either choice is remembered for a year', () => {
  const set = vi.spyOn(document, 'cookie', 'set')
  expect(cookieChoice()).toBeNull()
  refuseCookies()
  expect([cookieChoice(), hasAcceptedCookies()]).toEqual(['refused', false])
  acceptCookies()
  expect([cookieChoice(), hasAcceptedCookies()]).toEqual(['accepted', true])
  const kept = set.mock.calls.map(([cookie]) => cookie).filter((cookie) => cookie.startsWith('cookies_accepted'))
  expect(kept).toEqual(['cookies_accepted=0; Path=/; Max-Age=31536000; SameSite=Lax', 'cookies_accepted=1; Path=/; Max-Age=31536000; SameSite=Lax'])
})

test('a refusal begins nothing, deletes what was optional, and may be taken back', () => {
  const begin = vi.fn()
  writeCookie('stag', 's1', 60)
  whenCookiesAccepted(begin)
  refuseCookies()
  expect(begin).not.toHaveBeenCalled()
  expect(readCookie('stag')).toBeNull()
  acceptCookies()
  expect(begin).toHaveBeenCalledOnce()
})

test('whoever shows the choice learns of it', () => {
  const shown = vi.fn()
  const end = onCookieChoice(shown)
  refuseCookies()
  acceptCookies()
  end()
  refuseCookies()
  expect(shown).toHaveBeenCalledTimes(2)
})
