import { afterEach, describe, expect, test } from 'vitest'
import { english } from '@/i18n/english'
import { setMessages } from '@/i18n/messages'
import { mechanicPhrases, mechanicText } from '@/i18n/mechanics'
import { featurePhrase } from './features'

const files = import.meta.glob<Record<string, string>>('../../../../../content/messages/*/catalogue.json', { eager: true, import: 'default' })
const LOCALES = Object.entries(files).map(([path, texts]) => [path.split('/').at(-2) ?? '', texts] as const)

afterEach(() => setMessages('en', english))

describe('a feature is found by its name', () => {
  test('every language with names of its own is looked at', () => {
    expect(LOCALES.map(([locale]) => locale)).toEqual(expect.arrayContaining(['en', 'de', 'et', 'fr-CA', 'it', 'no']))
  })

  test.each(LOCALES)('in %s', (locale, texts) => {
    setMessages(locale, { ...english, ...texts })
    for (const phrase of mechanicPhrases().map((phrase) => phrase.replace('#', '1024'))) {
      expect(featurePhrase(mechanicText(phrase).toUpperCase()), phrase).toBe(phrase)
    }
  })

  test.each([
    ['de', 'Freispiele', 'Free spins'],
    ['de', '1024 Gewinnwege', '1024 ways'],
    ['no', 'gratisspinn', 'Free spins'],
    ['it', 'Giri gratis', 'Free spins'],
    ['fr-CA', 'tours gratuits', 'Free spins'],
  ])('in %s: %s', (locale, term, phrase) => {
    setMessages(locale, { ...english, ...Object.fromEntries(LOCALES)[locale] })
    expect(featurePhrase(term)).toBe(phrase)
  })
})

test('the beginning of a name is enough when it is asked for, and the shortest name is meant', () => {
  setMessages('de', { ...english, ...Object.fromEntries(LOCALES).de })
  expect(featurePhrase('freispiel')).toBeUndefined()
  expect(featurePhrase('freispiel', true)).toBe('Free spins')
  expect(featurePhrase('linie', true)).toBe('lines')
  expect(featurePhrase('mondmarkt', true)).toBeUndefined()
  expect(featurePhrase('?!', true)).toBeUndefined()
})
