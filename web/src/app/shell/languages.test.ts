import { expect, test } from 'vitest'
import { addressIn, keepLanguage, ownName } from './languages'

test.each([
  ['it', '/live/all', '', '/it/live/all'],
  ['de', '/', '?page=2', '/de?page=2'],
  ['en-NZ', '/', '', '/en-NZ'],
])('in %s the address of %s%s is %s', (locale, path, search, address) => {
  expect(addressIn(locale, path, search)).toBe(address)
})

test.each([
  ['de', 'Deutsch'],
  ['fr-CA', 'Français (Canada)'],
  ['en-CA', 'English (Canada)'],
  ['en-NZ', 'English (New Zealand)'],
  ['et', 'Eesti'],
])('%s calls itself %s', (locale, name) => {
  expect(ownName(locale)).toBe(name)
})

test('the choice is kept for the whole site', () => {
  const page = { cookie: '' }
  keepLanguage('no', page)
  expect(page.cookie).toBe('locale=no; Path=/; Max-Age=31536000; SameSite=Lax')
})
