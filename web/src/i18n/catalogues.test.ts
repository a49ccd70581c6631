import { describe, expect, test } from 'vitest'
import games from '../../../content/catalogue.toml?raw'
import { fileFaults, textFaults, type Texts } from '@/test/catalogue'

/** Languages with a text for every key. */
const WHOLE = ['de', 'fr-CA', 'no', 'it', 'et']
/** Kinds of English: only what differs from the `en` that they lie over. */
const OVERLAYS = ['en-AU', 'en-CA', 'en-NZ']

const FOLDER = '../../../content/messages/'
const files = import.meta.glob<Texts>('../../../content/messages/*/*.json', { eager: true, import: 'default' })
const paths = Object.keys(files).map((path) => path.slice(FOLDER.length))

const textsOf = (locale: string, name: string): Texts => files[`${FOLDER}${locale}/${name}`] ?? {}

/** Names of the files that a language or English has. */
function namesFor(locale: string): string[] {
  const names = paths.map((path) => path.split('/')).filter(([folder]) => folder === locale || folder === 'en')
  return [...new Set(names.map(([, name = '']) => name))]
}

describe('the texts of every language', () => {
  test('there is a folder for every language, and none for another', () => {
    expect([...new Set(paths.map((path) => path.split('/')[0]))].sort()).toEqual(['en', ...WHOLE, ...OVERLAYS].sort())
  })

  test.each(['en', ...WHOLE, ...OVERLAYS])('%s says what English says', (locale) => {
    const isOverlay = OVERLAYS.includes(locale)
    const faults = namesFor(locale).flatMap((name) =>
      fileFaults(textsOf(locale, name), textsOf('en', name), locale, isOverlay).map(({ key, fault }) => `${locale}/${name}: ${key} ${fault}`),
    )
    expect(faults).toEqual([])
  })
})

test('what built-in games have can be said', () => {
  const lists = [...games.matchAll(/^mechanics = \[(.*)\]/gm)].map(([, list = '']) => list)
  const phrases = lists.flatMap((list) => [...list.matchAll(/"([^"]+)"/g)].map(([, phrase = '']) => phrase))
  expect(phrases.length).toBeGreaterThan(5)
  const keys = phrases.map((phrase) => `mechanic.${phrase.replace(/^\d+ /, '# ')}`)
  expect(keys.filter((key) => !(key in textsOf('en', 'catalogue.json')))).toEqual([])
})

/** What a text must not contain, by language; a plain space where none may break counts. */
const TYPOGRAPHY: [rule: string, locales: string[], broken: RegExp][] = [
  ['quotes are not straight', ['en', ...WHOLE, ...OVERLAYS], /"/],
  ['apostrophes are not straight', ['fr-CA', 'it'], /'/],
  ['German quotes', ['de', 'et'], /[”«»]/],
  ['a per cent sign stands off by a space that does not break', ['de', 'fr-CA', 'no'], /[^\u00a0]%/],
  ['a colon stands off by a space that does not break', ['fr-CA'], /[^\u00a0\d]:(\s|$)/],
  ['guillemets stand off by a space that does not break', ['fr-CA'], /«[^\u00a0]|[^\u00a0]»/],
  ['no space before ; ! ?', ['fr-CA'], /[ \u00a0][;!?]/],
]

test.each(TYPOGRAPHY)('%s (%s)', (_rule, locales, broken) => {
  const faults = paths
    .filter((path) => locales.includes(path.split('/')[0] ?? ''))
    .flatMap((path) => Object.entries(files[FOLDER + path] ?? {}).flatMap(([key, text]) => (broken.test(text) ? [`${path}: ${key}`] : [])))
  expect(faults).toEqual([])
})

describe('a translation is refused', () => {
  test.each([
    ['Hallo', 'Hello', 'de', []],
    [' ', 'Hello', 'de', ['is empty']],
    ['Hallo {nom}', 'Hello {name}', 'de', ['names nom where English names name']],
    ['{n, plural, one {# Spiel} other {# Spiele}}', '{n, plural, one {# game} other {# games}}', 'de', []],
    ['{n, plural, other {# Spiele}}', '{n, plural, one {# game} other {# games}}', 'de', ['{n plural} lacks the form “one”']],
    ['{n, plural, one {# jeu} other {# jeux}}', '{n, plural, one {# game} other {# games}}', 'fr-CA', ['{n plural} lacks the form “many”']],
    ['{n, plural, one {#} few {#} other {#}}', '{n, plural, one {#} other {#}}', 'et', ['{n plural} has the form “few”, which et does not know']],
    ['{n, plural, =0 {kein Spiel} one {# Spiel} other {# Spiele}}', '{n, plural, one {# game} other {# games}}', 'de', []],
    [
      '{n} Spiele',
      '{n, plural, one {# game} other {# games}}',
      'de',
      ['names n where English names none', 'chooses by none where English chooses by n plural'],
    ],
    ['<a>Anmelden</a>', '<link>Sign in</link>', 'de', ['has the marks </a>, <a> where English has </link>, <link>']],
  ])('%j for %j in %s', (text, english, locale, faults) => {
    expect(textFaults(text, english, locale)).toEqual(faults)
  })

  test('a whole language misses a key, an overlay does not', () => {
    const english = { hello: 'Hello', bye: 'Bye' }
    expect(fileFaults({ hello: 'Hallo', extra: '!' }, english, 'de', false)).toEqual([
      { key: 'bye', fault: 'is missing; English: Bye' },
      { key: 'extra', fault: 'is no key of English' },
    ])
    expect(fileFaults({ hello: "G'day" }, english, 'en-AU', true)).toEqual([])
    expect(fileFaults({ bye: 'Bye' }, english, 'en-AU', true)).toEqual([{ key: 'bye', fault: 'says the same as English' }])
  })
})
