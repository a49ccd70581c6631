import { expect, test } from 'vitest'
import { addressOf, noticeIn } from './notices'

const NOTICE = { title: 'Your cashout is paid', body: 'The money is on its way to you.', lang: 'en', tag: 'payment-1', path: '/profile' }

test('a message holds a notice or nothing', () => {
  expect(noticeIn(NOTICE)).toEqual(NOTICE)
  for (const broken of [null, 'text', 5, {}, { ...NOTICE, title: 5 }, { ...NOTICE, path: undefined }]) expect(noticeIn(broken)).toBeNull()
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
