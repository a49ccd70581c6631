import { expect, test } from 'vitest'
import { checkField, checkNewPassword } from './rules'

const context = { country: 'EE', today: '2026-03-01' }

test.each([
  ['email', 'a@b.co', null],
  ['email', ' jane@example.com ', null],
  ['email', "o'neil@example.ie", null],
  ['email', 'a@b', 'INVALID'],
  ['email', 'a@-b.co', 'INVALID'],
  ['email', 'a b@c.de', 'INVALID'],
  ['email', 'a@b@c.de', 'INVALID'],
  ['email', 'jäne@example.com', 'INVALID'],
  ['email', '', 'REQUIRED'],
  ['nickname', 'ab', 'TOO_SHORT'],
  ['nickname', 'sixteen letters!', 'TOO_LONG'],
  ['nickname', 'a_b', 'CHARACTERS'],
  ['nickname', 'Иван', null],
  ['first_name', 'Anne-Marie 2.', null],
  ['first_name', 'A@', 'CHARACTERS'],
  ['mobile_phone', '+372 (5) 12', null],
  ['mobile_phone', '1234567', 'TOO_SHORT'],
  ['mobile_phone', '1234567a', 'CHARACTERS'],
  ['mobile_phone', '++++ (12)345', 'INVALID'],
  ['date_of_birth', '2008-03-01', null],
  ['date_of_birth', '2008-03-02', 'UNDERAGE'],
  ['date_of_birth', '2000-02-31', 'INVALID'],
  ['date_of_birth', '1899-12-31', 'INVALID'],
  ['date_of_birth', '2026-03-02', 'INVALID'],
  ['postal_code', '10111', null],
  ['postal_code', '101', 'INVALID'],
])('%s "%s" breaks %s', (field, value, rule) => {
  expect(checkField(field, true, value, context)).toBe(rule)
})

test('an optional field may stay empty, a required box may not stay unticked', () => {
  expect(checkField('city', false, ' ', context)).toBeNull()
  expect(checkField('terms_acceptance', true, false, context)).toBe('UNCHECKED')
  expect(checkField('receive_promos', false, false, context)).toBeNull()
})

test.each([
  ['Ab1!xyz', 'TOO_SHORT'],
  ['correct horse 1', null],
  ['Zu9kelmötra', 'CHARACTERS'],
  ['', 'REQUIRED'],
])('password "%s" breaks %s', (password, rule) => {
  expect(checkNewPassword(password)).toBe(rule)
})
