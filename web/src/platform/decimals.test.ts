import { expect, test } from 'vitest'
import { decimalText, percentText } from './decimals'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test.each([
  ['96.20', 'en', '96.20', '96.20%'],
  ['96.20', 'de', '96,20', '96,20 %'],
  ['2', 'fr-CA', '2', '2 %'],
  ['96.21', 'no', '96,21', '96,21 %'],
  ['1234.5', 'it', '1234,5', '1234,5%'],
  ['96.21', 'et', '96,21', '96,21%'],
])('%s in %s', (number, locale, decimal, percent) => {
  expect([decimalText(number, locale), percentText(number, locale)].map(plain)).toEqual([decimal, percent])
})
