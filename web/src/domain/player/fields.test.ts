import { expect, test } from 'vitest'
import { DEFAULT_FIELDS, fieldsOf } from './fields'

test('an address is asked for as it is written on an envelope', () => {
  const asked = { ...DEFAULT_FIELDS, contexts: { asked: ['postal_code', 'state', 'address', 'city', 'country'] } }
  expect(fieldsOf(asked, 'asked').map(({ field }) => field)).toEqual(['country', 'address', 'city', 'state', 'postal_code'])
})
