// @vitest-environment node
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { faultsOf, namespacesOf, namespacesOfKeys, readModules, START_NAMESPACE } from './messageUse.ts'

const root = mkdtempSync(join(tmpdir(), 'texts-'))
afterAll(() => rmSync(root, { recursive: true }))

const KEYS = new Map([
  ['home.title', 'shell'],
  ['shop.title', 'shop'],
  ['shop.price', 'shop'],
  ['error.late', 'errors'],
  ['error.early', 'errors'],
])

/** What is wrong with a site of these modules; every page runs the two first ones. */
function faults(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(root, 'site-'))
  for (const [path, text] of Object.entries({ 'app/start.ts': '', 'app/main.tsx': '', ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return faultsOf(readModules(folder, KEYS))
}

test('every part of the site loads the texts that it uses, and no others', () => {
  expect(faultsOf(readModules())).toEqual([])
})

test('the names of the games of a menu come with every page', () => {
  const namespaces = namespacesOfKeys()
  const titles = [...readFileSync(join(process.cwd(), '../content/menus.toml'), 'utf8').matchAll(/^title = "(.*)"/gm)].map(([, key = '']) => key)
  expect(titles.length).toBeGreaterThan(5)
  expect(titles.filter((key) => namespaces.get(key) !== START_NAMESPACE)).toEqual([])
})

const PAGE = "import { Row } from '@/ui/Row'\nexport const Page = () => Row"
const ROW = "export const Row = () => t('shop.price')"
const opened = (load: string) => ({ 'app/main.tsx': `t('home.title'); ${load}`, 'shop/Page.tsx': PAGE, 'ui/Row.tsx': ROW })

test('a part that names what it uses is in order', () => {
  expect(faults(opened("withTexts(['shop'], () => import('@/shop/Page'))"))).toEqual([])
})

test.each([
  ['no namespaces', opened("() => import('../shop/Page')"), ['app/main.tsx:1', "needs withTexts(['shop'], …)", 'shop.price in ui/Row.tsx']],
  ['too few', opened("withTexts([], () => import('../shop/Page'))"), ["lacks 'shop'"]],
  ['too many', opened("withTexts(['errors', 'shop'], () => import('../shop/Page'))"), ["brings 'errors' and uses no key of it"]],
  ['a key of a later part at the start', { 'app/main.tsx': "const title = 'shop.title'" }, ['every page uses shop.title in app/main.tsx']],
  ['a key made of an error', { 'app/main.tsx': 'tOptional(`error.${code}`, code)' }, ['every page uses error.* in app/main.tsx']],
  ['a key from anywhere', { 'app/main.tsx': 'tOptional(code, code)' }, ['app/main.tsx:1: tOptional(code, code) names no namespace']],
  ['a key with any beginning', { 'app/main.tsx': 't(`${area}.title`)' }, ['names no namespace']],
])('%s is told', (_, files: Record<string, string>, words) => {
  const found = faults(files)
  expect(found).toHaveLength(1)
  for (const word of words) expect(found[0]).toContain(word)
})

test('types need no texts', () => {
  expect(faults({ 'app/main.tsx': "import type { Row } from '../ui/Row'\ntype Key = 'shop.title'", 'ui/Row.tsx': ROW })).toEqual([])
})

test('the start page speaks with few of them', () => {
  expect(namespacesOf(readModules(), 'routes/lobby/LobbyPage.tsx')).toEqual(['catalogue', 'lobby'])
})
