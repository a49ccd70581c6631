import { expect, test } from 'vitest'
import { offeredLocale, OFFERS } from './languageOffer'

const OFFERED = ['en', 'de', 'en-AU', 'en-CA', 'fr-CA', 'en-NZ', 'no', 'it', 'et']

test.each([
  [['de-DE', 'de', 'en'], 'en-CA', 'de'],
  [['et-EE'], 'en-CA', 'et'],
  [['nb-NO', 'nn'], 'en-CA', 'no'],
  [['fr-FR'], 'en-CA', 'fr-CA'],
  [['en-GB'], 'de', 'en'],
  [['en-NZ'], 'de', 'en-NZ'],
  // The first that is spoken here counts.
  [['pl-PL', 'it', 'de'], 'en-CA', 'it'],
  // Any English will do for a reader of English.
  [['en-US', 'de'], 'en-CA', null],
  [['de-AT'], 'de', null],
  [['pl', 'ja'], 'en-CA', null],
  [[], 'en-CA', null],
])('%j on a page in %s is offered %s', (wanted, current, locale) => {
  expect(offeredLocale(wanted, current, OFFERED)).toBe(locale)
})

test('every language of the site has an offer in itself', () => {
  expect(Object.keys(OFFERS).sort()).toEqual([...new Set(OFFERED.map((locale) => locale.split('-')[0]))].sort())
})
