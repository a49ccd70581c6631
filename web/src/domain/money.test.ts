import { describe, expect, test } from 'vitest'
import { formatMoney, inputUnits, worthOf, type CurrencyInfo } from './money'

const CURRENCIES: CurrencyInfo[] = [
  { code: 'EUR', fiat: true, subunits_to_unit: 100 },
  { code: 'JPY', fiat: true, subunits_to_unit: 1 },
  { code: 'BTC', fiat: false, subunits_to_unit: 100_000_000 },
  { code: 'ETH', fiat: false, subunits_to_unit: 1_000_000_000 },
  { code: 'LTC', fiat: false, subunits_to_unit: 100_000_000 },
  { code: 'USDT', fiat: false, subunits_to_unit: 1_000_000 },
  { code: 'DOG', fiat: false, subunits_to_unit: 100_000_000 },
  { code: 'WEI', fiat: false, subunits_to_unit: 1_000_000_000_000 },
]

describe('formatMoney', () => {
  test.each([
    [1250, 'EUR', '€12.50'],
    [0, 'EUR', '€0.00'],
    [-5, 'EUR', '-€0.05'],
    [123_456_789, 'EUR', '€1,234,567.89'],
    [1200, 'JPY', '¥1,200'],
    [125_000, 'BTC', '1,250\u00a0µBTC'],
    [199, 'BTC', '1.99\u00a0µBTC'],
    [1_234_567, 'ETH', '1.234567\u00a0mETH'],
    [150_000, 'LTC', '1.5\u00a0mLTC'],
    [2_500_000, 'USDT', '2.5\u00a0USDT'],
    [150_000_000, 'DOG', '1.5\u00a0DOG'],
    [999, 'WEI', '0\u00a0WEI'],
    [19_999, 'WEI', '0.00000001\u00a0WEI'],
    [9_007_199_254_740_991, 'EUR', '€90,071,992,547,409.91'],
  ])('%d subunits of %s read %s', (cents, code, expected) => {
    expect(formatMoney(cents, code, CURRENCIES)).toBe(expected)
  })

  test.each([
    ['GBP', '£12.50'],
    ['PLN', 'zł\u00a012.50'],
    ['INR', '₹12.50'],
    ['CHF', 'CHF\u00a012.50'],
    ['SEK', 'kr\u00a012.50'],
    ['ZAR', 'R\u00a012.50'],
    ['KZT', '₸12.50'],
  ])('the known currency %s reads %s', (code, expected) => {
    expect(formatMoney(1250, code, [{ code, fiat: true, subunits_to_unit: 100 }])).toBe(expected)
  })

  test.each([
    ['en', ['CA$1.00', 'A$1.00', 'NZ$1.00', '$1.00']],
    ['en-CA', ['$1.00', 'A$1.00', 'NZ$1.00', 'US$1.00']],
    ['de', ['1,00\u00a0CA$', '1,00\u00a0AU$', '1,00\u00a0NZ$', '1,00\u00a0$']],
  ])('in %s no two dollars are written alike', (locale, expected) => {
    const dollars = ['CAD', 'AUD', 'NZD', 'USD'].map((code) => ({ code, fiat: true, subunits_to_unit: 100 }))
    expect(dollars.map(({ code }) => formatMoney(100, code, dollars, locale))).toEqual(expected)
  })

  test('a coin can be written whole', () => {
    expect(formatMoney(200_000, 'BTC', CURRENCIES, 'en', 'whole')).toBe('0.002\u00a0BTC')
    expect(formatMoney(250, 'EUR', CURRENCIES, 'en', 'whole')).toBe('€2.50')
  })

  test('a currency of unknown scale shows no figure', () => {
    expect(formatMoney(1250, 'USDT', [])).toBe('… USDT')
  })
})

test('a coin can be typed whole, and in the small unit that it is shown in', () => {
  expect(inputUnits('BTC', CURRENCIES)).toEqual([
    { label: 'BTC', subunits: 100_000_000, decimals: 8 },
    { label: 'µBTC', subunits: 100, decimals: 2 },
  ])
  expect(inputUnits('USDT', CURRENCIES).map(({ label }) => label)).toEqual(['USDT'])
  expect(inputUnits('EUR', CURRENCIES)).toEqual([{ label: 'EUR', subunits: 100, decimals: 2 }])
})

test.each([
  [200_000, '92500.50', 18_500],
  [1, '92500.50', 0],
  [100_000_000, '0.5', 50],
  [100_000_000, undefined, null],
  [100_000_000, 'much', null],
])('%d satoshi at %s are worth %d cents', (cents, rate, worth) => {
  const [euro, coin] = [CURRENCIES[0]!, CURRENCIES[2]!]
  expect(worthOf(cents, coin, euro, rate)).toBe(worth)
})
