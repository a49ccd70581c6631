import { expect, test } from 'vitest'
import type { TextPage } from '@/api/types'
import { articlesOf, otherArticles } from './news'
import { staticPage } from './staticPage'

function page(path: string, changes: Partial<TextPage> = {}, json: string | null = null): TextPage {
  const blocks = { title: path, description: 'About it', keywords: 'a, b', json, 'content-main': '<p>Main</p>' }
  return { id: 4, path, title: path, content: '<p>Main</p>', categories: [], url: null, routeName: null, hidden: false, ...changes, blocks }
}

const article = (path: string, date: string, changes: Partial<TextPage> = {}) => page(path, changes, JSON.stringify({ news: { date, image: '/media/a.svg' } }))

test('a page of the server becomes one of the site', () => {
  expect(staticPage(page('/terms', {}, '{"points":[{"title":"A","text":"B","icon":"shield"}]}'))).toEqual({
    id: 4,
    slug: 'terms',
    title: '/terms',
    content: '<p>Main</p>',
    description: 'About it',
    meta: { json: { points: [{ title: 'A', text: 'B', icon: 'shield' }] }, mainContent: '<p>Main</p>', metaKeywords: 'a, b' },
  })
  expect(staticPage(page('/terms', { content: null }, '{"po')).meta.json).toEqual({})
})

test('articles are the pages with a day, the newest first', () => {
  const pages = [page('/about'), article('/news/old', '2026-01-01'), article('/news/new', '2026-02-01'), article('/news/no', '2026-03-01', { hidden: true })]
  expect(articlesOf(pages).map(({ path }) => path)).toEqual(['/news/new', '/news/old'])
})

test('at most six others are named', () => {
  const all = articlesOf(Array.from({ length: 8 }, (_, n) => article(`/news/${n}`, `2026-01-0${n + 1}`)))
  expect(otherArticles(all, '/news/7').map(({ path }) => path)).toEqual([6, 5, 4, 3, 2, 1].map((n) => `/news/${n}`))
})
