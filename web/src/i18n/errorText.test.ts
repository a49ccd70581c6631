import { afterEach, expect, test } from 'vitest'
import { english } from './english'
import { fieldErrorText } from './errorText'
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
