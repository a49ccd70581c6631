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
