import { expect, test } from 'vitest'

const sources = {
  ...import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.*'], { eager: true, query: '?raw', import: 'default' }),
  ...import.meta.glob<string>(['../../../games/**/*.ts', '!../../../games/**/*.test.ts'], { eager: true, query: '?raw', import: 'default' }),
}
const server = import.meta.glob<string>('../../../../server/src/auth{.rs,/*.rs}', { eager: true, query: '?raw', import: 'default' })
const policies = import.meta.glob<string>('../../../../content/pages/cookie-policy/*.md', { eager: true, query: '?raw', import: 'default' })
const [readme = ''] = Object.values(import.meta.glob<string>('../../../README.md', { eager: true, query: '?raw', import: 'default' }))
const [journeys = ''] = Object.values(import.meta.glob<string>('../../../e2e/support/storage.ts', { eager: true, query: '?raw', import: 'default' }))

/** The arguments in which code names what it keeps in a browser. */
const NAMED = [
  /\b(?:read|write|remove)Stored\((?:\(\) => )?[\w.]+, ([^,)]+(?:\([^)]*\))?)/g,
  /\b(?:read|write)Cookie\(([^,):]+)[,)]/g,
  /\b(?:local|session)Storage\.(?:get|set|remove)Item\(([^,)]+)/g,
]

/** What keeps others' keys: the helpers themselves. */
const HELPERS = /\/lib\/(?:stored|cookies)\.ts$/

/** Lists of names that code goes through with `name`. */
const LISTS = ['PROMO_CODES', 'AFFILIATE_COOKIES', 'OPTIONAL_COOKIES']

/** By the router. */
const OF_LIBRARIES = ['tsr-scroll-restoration-v1_3']

const all = Object.values(sources).join('\n')
const quoted = (text: string) => [...text.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
const listed = (list: string) => quoted(new RegExp(`\\b${list} = \\[(.*)\\]`).exec(all)?.[1] ?? '')

/** The names that `argument` stands for in `text`; one that is made of a value ends with `…`. */
function namesOf(argument: string, text: string, path: string): string[] {
  if (argument.startsWith("'")) return quoted(argument)
  if (argument === 'name') return LISTS.filter((list) => text.includes(list)).flatMap(listed)
  const made = /^(\w+)\(/.exec(argument)?.[1]
  const begun = made && new RegExp(`\\b${made} = .*=> \`([^$]*)\\$`).exec(text)?.[1]
  if (begun) return [`${begun}…`]
  const constant = new RegExp(`\\b${argument} = '([^']+)'`)
  const value = (constant.exec(text) ?? constant.exec(all))?.[1]
  if (value === undefined) throw new Error(`${path} keeps something in the browser under ${argument}: this test cannot tell its name`)
  return [value]
}

/** Everything that the site, its games, its libraries and the server keep in a browser. */
function kept(): string[] {
  const ofSite = Object.entries(sources).flatMap(([path, text]) =>
    HELPERS.test(path) ? [] : NAMED.flatMap((named) => [...text.matchAll(named)].flatMap(([, argument = '']) => namesOf(argument.trim(), text, path))),
  )
  const ofServer = Object.values(server).flatMap((text) => [...text.matchAll(/"__Host-(croupier[\w-]*)"/g)].map(([, name = '']) => name))
  return [...new Set([...ofSite, ...ofServer, ...OF_LIBRARIES])].sort()
}

/** The names of the tables' first column, and those that stand as code. */
function namedIn(policy: string): string[] {
  const cookies = [...policy.matchAll(/^\| ([a-z][\w-]*(?:, [a-z][\w-]*)*) \|/gm)].flatMap(([, names = '']) => names.split(', '))
  const storage = [...policy.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  return [...new Set([...cookies, ...storage])].filter((name) => name !== '__Host-').sort()
}

test('there is something to look for', () => {
  expect(kept()).toEqual(
    expect.arrayContaining(['croupier', 'croupier-pending', 'cookies_accepted', 'stag', 'gift_promocode', 'croupier.chat', 'stake …', 'special_slot_…']),
  )
})

test.each(Object.entries(policies))('%s names everything that a browser keeps, and nothing else', (_, policy) => {
  expect(namedIn(policy)).toEqual(kept())
})

test('so does the list of the README', () => {
  const [, table = ''] = readme.split('## What a browser keeps')
  const rows = table
    .split('\n## ')[0]!
    .split('\n')
    .filter((row) => row.startsWith('| ') && row.includes('`'))
  const names = rows.flatMap((row) => [...(row.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.replace('__Host-', '')))
  expect([...new Set(names)].sort()).toEqual(kept())
})

test('the journey through what a browser keeps knows it all', () => {
  const names = new Set(quoted(journeys).map((name) => name.replace('__Host-', '')))
  expect(kept().filter((name) => !names.has(name))).toEqual([])
})
