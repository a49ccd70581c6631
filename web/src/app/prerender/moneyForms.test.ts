import { expect, test } from 'vitest'
import { formatMoney } from '@/domain/money'
import { moneyForm } from './moneyForms'

test.each(['en', 'de', 'en-AU', 'en-CA', 'fr-CA', 'en-NZ', 'no', 'it', 'et'])(
  'an amount put together by the form of %s reads as the site writes it',
  (locale) => {
    const { group, grouped_from, decimal, currencies } = moneyForm(locale)
    for (const code of ['EUR', 'USD', 'CAD', 'NOK', 'BRL', 'CHF', 'GBP', 'PLN', 'SEK', 'INR', 'KZT', 'AUD', 'NZD']) {
      const [before, after] = currencies[code]!
      const shown = (cents: number) => formatMoney(cents, code, [{ code, fiat: true, subunits_to_unit: 100 }], locale)
      expect(shown(1500)).toBe(`${before}15${decimal}00${after}`)
      expect(shown(123_456)).toBe(`${before}1${grouped_from === 4 ? group : ''}234${decimal}56${after}`)
      expect(shown(1_234_567)).toBe(`${before}12${group}345${decimal}67${after}`)
    }
    const [before, after] = currencies.JPY!
    expect(formatMoney(1500, 'JPY', [{ code: 'JPY', fiat: true, subunits_to_unit: 1 }], locale)).toBe(`${before}1${grouped_from === 4 ? group : ''}500${after}`)
  },
)
