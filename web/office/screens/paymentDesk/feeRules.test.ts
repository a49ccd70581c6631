import { expect, test } from 'vitest'
import { inputUnits } from '@/domain/money'
import { termsOf } from './feeRules'

const [EUR] = inputUnits('EUR', [{ code: 'EUR', fiat: true, subunits_to_unit: 100, enabled: true }] as never)
const [JPY] = inputUnits('JPY', [{ code: 'JPY', fiat: true, subunits_to_unit: 1, enabled: true }] as never)
const NOTHING = { fixed: '', percent: '', min: '', max: '', hours: '' }
const FREE = { fixed_cents: 0, basis_points: 0, min_cents: 0, max_cents: null, hours: 0 }

test.each([
  ['nothing typed is free', {}, FREE],
  ['a fixed part and a share', { fixed: '0.50', percent: '2.5' }, { ...FREE, fixed_cents: 50, basis_points: 250 }],
  ['a share with a comma', { percent: '0,05' }, { ...FREE, basis_points: 5 }],
  ['bounds and a time', { percent: '3', min: '1', max: '20', hours: '24' }, { fixed_cents: 0, basis_points: 300, min_cents: 100, max_cents: 2_000, hours: 24 }],
  ['no share', { percent: 'much' }, null],
  ['three decimals of a share', { percent: '2.505' }, null],
  ['no amount', { fixed: 'x' }, null],
  ['no time', { hours: 'soon' }, null],
])('%s', (_, typed, terms) => {
  expect(termsOf({ ...NOTHING, ...typed }, EUR, 'en')).toEqual(terms)
})

test('a yen is typed whole', () => {
  expect(termsOf({ ...NOTHING, fixed: '150' }, JPY, 'en')).toEqual({ ...FREE, fixed_cents: 150 })
  expect(termsOf({ ...NOTHING, fixed: '1.5' }, JPY, 'en')).toBeNull()
})
