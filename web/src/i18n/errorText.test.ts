import { afterEach, expect, test } from 'vitest'
import { english } from './english'
import { ApiError } from '@/api/errors'
import { errorText, fieldErrorText } from './errorText'
import { setMessages } from './messages'

afterEach(() => setMessages('en', english))

test.each([
  ['en', 'VALIDATION.EMAIL.TAKEN', english['error.VALIDATION.EMAIL.TAKEN']],
  ['en', 'VALIDATION.CITY.TOO_LONG', english['error.VALIDATION.TOO_LONG']],
  ['en', 'VALIDATION.CARD.NOT_HERE', 'Cards are typed at the partner.'],
  ['de', 'VALIDATION.CARD.NOT_HERE', 'Bitte prüfe deine Eingaben.'],
])('in %s %s reads %s', (locale, code, text) => {
  setMessages(locale, { ...english, ...(locale === 'de' && { 'error.bad_request': 'Bitte prüfe deine Eingaben.' }) })
  expect(fieldErrorText({ code, message: 'Cards are typed at the partner.' })).toBe(text)
})

test.each([
  ['self_excluded', '2027-03-04T12:00:00.000Z', /^Your account is self-excluded until .*2027/],
  ['cooling_off', '2027-03-04T12:00:00.000Z', /^You're taking a break until .*2027/],
  ['self_excluded', null, /^Your account is self-excluded\.$/],
  ['account_locked', '2027-03-04T12:00:00.000Z', /^This account is locked/],
])('%s until %s tells when it ends', (code, until, text) => {
  expect(errorText(new ApiError(403, code, '', {}, null, true, until))).toMatch(text)
})
