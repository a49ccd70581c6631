import { expect, test } from 'vitest'
import { readCookie, writeCookie } from './cookies'

test.each([
  ['promo_timer', 'a=1; promo_timer=1700; b=2', '1700'],
  ['promo', 'promo_timer=1700', null],
  ['name', 'name=a%3Bb', 'a;b'],
])('%s in "%s" is %s', (name, cookie, value) => {
  expect(readCookie(name, { cookie })).toBe(value)
})

test('a value is kept for the whole site, whatever is in it', () => {
  const page = { cookie: '' }
  writeCookie('name', 'a;b', 86_400, page)
  expect(page.cookie).toBe('name=a%3Bb; Path=/; Max-Age=86400; SameSite=Lax')
})
