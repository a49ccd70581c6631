import { expect, test } from 'vitest'
import { exampleText, isPlain, readAmount, retypedText, typedText } from './typedAmount'

const LOCALES = ['en', 'en-AU', 'en-CA', 'en-NZ', 'de', 'fr-CA', 'no', 'it', 'et', 'de-CH', 'en-IN']
/** Decimals of every unit that amounts are typed in: yen, µBTC and fiat, dinars and mETH, coins. */
const DECIMALS = [0, 2, 3, 5, 6, 8]
const unitOf = (decimals: number) => ({ subunits: 10 ** decimals, decimals })

test.each([
  ['1,000', 'en', 3, 1_000_000],
  ['1,000', 'de', 3, 1_000],
  ['1.000', 'de', 3, 1_000_000],
  ['1.000', 'en', 3, 1_000],
  ['1,000', 'en', 2, 100_000],
  ['1.000', 'it', 2, 100_000],
  ['1 000', 'fr-CA', 2, 100_000],
  ['1\u202f234\u202f567,89', 'fr-CA', 2, 123_456_789],
  ['1\u00a0234,50', 'no', 2, 123_450],
  ['1\u00a0234,5', 'et', 2, 123_450],
  ['1’234.50', 'de-CH', 2, 123_450],
  ["1'234.50", 'en', 2, 123_450],
  ['\u200e50\u200f', 'en', 2, 5_000],
  ['0050', 'en', 2, 5_000],
  ['12.', 'en', 2, 1_200],
  // The other separator, where it can mean one thing only.
  ['12,50', 'en', 2, 1_250],
  ['12.5', 'de', 2, 1_250],
  ['12.50', 'et', 2, 1_250],
  ['1.234,56', 'en', 2, 123_456],
  ['0.005', 'de', 3, 5],
  ['999999999999', 'en', 2, 99_999_999_999_900],
])('"%s" in %s with %i decimals is %i', (text, locale, decimals, cents) => {
  expect(readAmount(text, unitOf(decimals), locale)).toEqual({ cents })
})

test.each([
  ['1.000', 'fr-CA', 3, 'ambiguous'],
  ['1,234,56', 'en', 2, 'no_amount'],
  ['1,2345', 'en', 2, 'decimals'],
  ['12,34,567', 'en', 2, 'no_amount'],
  ['1.234.56', 'de', 2, 'no_amount'],
  ['1 00', 'en', 2, 'no_amount'],
  ['1,000.505', 'en', 2, 'decimals'],
  ['1,000', 'de', 2, 'decimals'],
  ['1.5', 'en', 0, 'decimals'],
  ['-1', 'en', 2, 'no_amount'],
  ['1e3', 'en', 2, 'no_amount'],
  ['0x10', 'en', 2, 'no_amount'],
  ['Infinity', 'en', 2, 'no_amount'],
  ['', 'en', 2, 'no_amount'],
  ['.', 'en', 2, 'no_amount'],
  [',', 'de', 2, 'no_amount'],
  ['€50', 'en', 2, 'no_amount'],
  ['٥٠', 'en', 2, 'no_amount'],
  ['9999999999999', 'en', 2, 'no_amount'],
  ['999999999999', 'en', 8, 'no_amount'],
])('"%s" in %s with %i decimals is refused: %s', (text, locale, decimals, problem) => {
  expect(readAmount(text, unitOf(decimals), locale)).toEqual({ problem })
})

/** Numbers of every length, the same in each run. */
function* amounts(count: number): Generator<number> {
  let state = 42n
  for (let index = 0; index < count; index += 1) {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n
    yield Number((state >> 11n) % 10n ** BigInt(1 + (index % 14)))
  }
}

test.each(LOCALES.flatMap((locale) => DECIMALS.map((decimals) => [locale, decimals] as const)))(
  'what %s writes with %i decimals is read as it was',
  (locale, decimals) => {
    const unit = unitOf(decimals)
    const written = new Intl.NumberFormat(locale, { useGrouping: locale === 'en-IN' ? false : 'always', minimumFractionDigits: decimals })
    for (const amount of amounts(200)) {
      const cents = amount % (10 ** 12 * unit.subunits)
      expect(readAmount(typedText(cents, unit, locale), unit, locale)).toEqual({ cents })
      const digits = String(cents).padStart(decimals + 1, '0')
      const exact = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
      expect(readAmount(written.format(exact as Intl.StringNumericLiteral), unit, locale)).toEqual({ cents })
    }
    expect(readAmount(exampleText(decimals, locale), unit, locale)).toHaveProperty('cents')
  },
)

test.each([
  [5000, 100, 2, 'en', '50'],
  [5050, 100, 2, 'en', '50.50'],
  [5050, 100, 2, 'de', '50,50'],
  [1500, 1, 0, 'en', '1500'],
  [123, 100, 2, 'et', '1,23'],
  [5, 1_000_000, 6, 'en', '0.000005'],
  [2_500_000, 1_000_000, 6, 'no', '2,5'],
])('%i subunits, %i to the unit, are typed with %i decimals in %s as %s', (cents, subunits, decimals, locale, text) => {
  expect(typedText(cents, { subunits, decimals }, locale)).toBe(text)
})

test.each([
  ['50', 'en', true],
  ['12.5', 'en', true],
  ['0.002', 'en', true],
  ['1,000', 'en', false],
  ['1.000', 'en', false],
  ['1.000', 'de', false],
  ['12,50', 'de', true],
  ['12.50', 'de', false],
  ['1 000', 'de', false],
])('%s as %s writes it is plain: %s', (text, locale, plain) => {
  expect(isPlain(text, locale)).toBe(plain)
})

test('a text goes over into another unit of the same money; one that says no amount stays', () => {
  expect(retypedText('0,002', unitOf(8), unitOf(2), 'de')).toBe('2000')
  expect(retypedText('2.000', unitOf(2), unitOf(8), 'de')).toBe('0,002')
  expect(retypedText('two', unitOf(2), unitOf(8), 'en')).toBe('two')
})
