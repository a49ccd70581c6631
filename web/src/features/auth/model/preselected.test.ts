import { expect, test } from 'vitest'
import { preselected } from './preselected'

const countries = [
  { code: 'CA', currency: 'CAD', restricted: false },
  { code: 'NZ', currency: 'NZD', restricted: false },
  { code: 'GB', currency: 'GBP', restricted: false },
]
const currency = (code: string) => ({ code, fiat: true, subunits_to_unit: 100, enabled: true })
const currencies = [currency('EUR'), currency('NZD'), currency('CAD')]

test.each([
  ['NZ', { country: 'NZ', currency: 'NZD' }],
  ['GB', { country: 'GB', currency: 'EUR' }],
  ['FR', { country: 'CA', currency: 'EUR' }],
  [null, { country: 'CA', currency: 'EUR' }],
])('a visitor from %s starts with %o', (visitor, expected) => {
  expect(preselected(visitor, countries, currencies)).toEqual(expected)
})

test('without any list the form starts empty', () => {
  expect(preselected('NZ', [], [])).toEqual({ country: '', currency: '' })
})
