import { describe, expect, test } from 'vitest'
import { formatMoney, inputUnit, parseMoney, type CurrencyInfo } from './money'

const CURRENCIES: CurrencyInfo[] = [
  { code: 'EUR', fiat: true, subunits_to_unit: 100 },
  { code: 'JPY', fiat: true, subunits_to_unit: 1 },
  { code: 'BTC', fiat: false, subunits_to_unit: 100_000_000 },
  { code: 'ETH', fiat: false, subunits_to_unit: 1_000_000_000 },
  { code: 'LTC', fiat: false, subunits_to_unit: 100_000_000 },
  { code: 'USDT', fiat: false, subunits_to_unit: 1_000_000 },
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
    [999, 'WEI', '0\u00a0WEI'],
    [19_999, 'WEI', '0.00000001\u00a0WEI'],
    [9_007_199_254_740_991, 'EUR', '€90,071,992,547,409.91'],
  ])('%d subunits of %s read %s', (cents, code, expected) => {
    expect(formatMoney(cents, code, CURRENCIES)).toBe(expected)
  })

  test('a currency of unknown scale shows no figure', () => {
    expect(formatMoney(1250, 'USDT', [])).toBe('… USDT')
  })
})

describe('parseMoney', () => {
  test.each([
    ['12', 'EUR', 1200],
    ['12.5', 'EUR', 1250],
    ['12,50', 'EUR', 1250],
    ['1 250', 'EUR', 125_000],
    ['12.345', 'EUR', null],
    ['-1', 'EUR', null],
    ['1e3', 'EUR', null],
    ['', 'EUR', null],
    ['1.99', 'BTC', 199],
  ])('%s of %s is %d subunits', (text, code, expected) => {
    expect(parseMoney(text, inputUnit(code, CURRENCIES))).toBe(expected)
  })
})
