// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { htmlMark, segments, valueMark, type Segment } from './marks'

vi.mock('@/i18n/messages', () => import('./messages'))

const isHtml = (segment: Segment): segment is { html: string } => typeof segment === 'object' && 'html' in segment
const names = (page: Segment[]) => page.flatMap((segment) => (typeof segment === 'object' && 'value' in segment ? [segment.value] : []))

test('HTML has a mark of its own', () => {
  expect(segments(`<div>${htmlMark('a')}</div>${valueMark('a')}`)).toEqual(['<div>', { html: 'a' }, '</div>', { value: 'a' }])
})

test.each(['text', 'article', 'promo'] as const)('the page of a text (%s) shows its title and its HTML first', async (kind) => {
  const { firstPaint } = await import('./pages')
  for (const isPlayer of [false, true]) {
    const page = await firstPaint(kind, isPlayer)
    expect(names(page)).toContain('page.title')
    // Once, and between tags: the server fills it in nowhere else.
    expect(page.filter(isHtml)).toEqual([{ html: 'page.content' }])
    expect(page[page.findIndex(isHtml) - 1]).toMatch(/class="rich-text [^"]*">$/)
    expect(names(page).includes('news.image')).toBe(kind === 'article')
  }
}, 60_000)

test('a list shows a phone the pictures of its first rows, and asks for no others', async () => {
  const { firstPaint } = await import('./pages')
  const tiles = (await firstPaint('category', false)).flatMap((segment) => (typeof segment === 'object' && 'each' in segment && segment.each === 'games' ? [segment] : []))
  expect(tiles.map(({ from, to }) => [from, to])).toEqual([[0, 2], [2, 4], [4, 14]])
  const [eager, lazy, bare] = tiles.map(({ of }) => JSON.stringify(of))
  expect(eager).toContain('loading=\\"eager\\"')
  expect(lazy).toContain('loading=\\"lazy\\"')
  for (const shown of [eager, lazy]) expect(shown).not.toContain('media=')
  expect(bare?.match(/<source media=\\"\(width >= 768px\)\\"/g)).toHaveLength(2)
  expect(bare).toContain('<img src=\\"data:image/gif;')
}, 60_000)

test('only a list of several studios has a choice of them', async () => {
  const { firstPaint } = await import('./pages')
  const choices = async (kind: 'category' | 'lobby') =>
    (await firstPaint(kind, false)).filter((segment) => typeof segment === 'object' && 'given' in segment && segment.given === 'providers.several')
  expect(await choices('category')).toHaveLength(1)
  expect(await choices('lobby')).toHaveLength(0)
}, 60_000)
