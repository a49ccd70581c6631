import { expect, test, beforeAll } from 'vitest'
import { loadTexts } from '../i18n/texts'
import { isPlayerSearch, PAGES, pagesFor, pagesNamed } from './pages'

beforeAll(() => loadTexts('en'))

const paths = (pages: readonly { path: string }[]) => pages.map(({ path }) => path)

test('a member is led to what the role allows', () => {
  expect(paths(pagesFor({ permissions: ['players.read', 'chat.read'], brands: [] }))).toEqual(['/players', '/chats'])
  expect(pagesFor({ permissions: [], brands: [] })).toEqual([])
})

test('a member of some brands is led to their players, and to nothing of the whole installation', () => {
  expect(paths(pagesFor({ permissions: ['players.read', 'staff.manage', 'games.read', 'reports.read'], brands: ['marina'] }))).toEqual(['/players', '/reports'])
})

test('who may read any of what is planned is led to the calendar', () => {
  expect(paths(pagesFor({ permissions: ['coupons.manage'], brands: [] }))).toEqual(['/coupons', '/calendar'])
  expect(paths(pagesFor({ permissions: ['mass_gifts.manage', 'segments.manage', 'content.read'], brands: ['marina'] }))).toEqual([
    '/segments',
    '/mass-gifts',
    '/calendar',
  ])
})

test('who may read some documents is led to their list, and to offers with their permission alone', () => {
  expect(paths(pagesFor({ permissions: ['risk.read'], brands: [] }))).toEqual(['/content', '/calendar'])
  expect(paths(pagesFor({ permissions: ['promotions.read'], brands: [] }))).toEqual(['/content', '/offers', '/calendar'])
  expect(paths(pagesFor({ permissions: ['content.read'], brands: [] }))).not.toContain('/offers')
})

test.each([
  ['', paths(PAGES)],
  ['payo', ['/payouts']],
  ['pay', ['/payouts', '/payment-desk']],
  ['PLAY', ['/players']],
  ['log', ['/log', '/titles', '/client-log']],
  ['nothing like it', []],
])('%j finds pages', (typed, expected) => {
  expect(paths(pagesNamed(PAGES, typed))).toEqual(expected)
})

test.each([
  ['7', true],
  ['an', false],
  ['ann', true],
  ['   ', false],
])('%j is worth a search for players: %s', (typed, expected) => {
  expect(isPlayerSearch(typed)).toBe(expected)
})
