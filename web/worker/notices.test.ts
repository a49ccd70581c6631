import { expect, test } from 'vitest'
import { addressOf, noticeIn, windowFor } from './notices'

const NOTICE = { title: 'Your withdrawal has been paid', body: 'The money is on its way to you.', lang: 'en', tag: 'payment-1', path: '/profile' }

test('a message holds a notice or nothing', () => {
  expect(noticeIn(NOTICE)).toEqual(NOTICE)
  for (const broken of [null, 'text', 5, {}, { ...NOTICE, title: 5 }, { ...NOTICE, path: undefined }]) expect(noticeIn(broken)).toBeNull()
})

test('a notice is opened in the window in use, and never in one with a game', () => {
  const at = (path: string, focused = false) => ({ url: `https://casino.example${path}`, focused })
  const [lobby, profile, game] = [at('/'), at('/et/profile', true), at('/de/play/northlight/solar-sails?mode=real', true)]
  expect(windowFor([lobby, profile])).toBe(profile)
  expect(windowFor([game, lobby])).toBe(lobby)
  expect(windowFor([game])).toBeUndefined()
})

test.each([
  ['/profile', 'https://casino.example/profile'],
  ['/et/profile?x=1', 'https://casino.example/et/profile?x=1'],
  ['https://evil.example/', 'https://casino.example/'],
  ['//evil.example', 'https://casino.example/'],
  ['javascript:alert(1)', 'https://casino.example/'],
  [undefined, 'https://casino.example/'],
])('a click on a notice for %s leads to %s', (path, address) => {
  expect(addressOf(path, 'https://casino.example')).toBe(address)
})
