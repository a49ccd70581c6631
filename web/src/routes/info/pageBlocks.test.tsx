import { cleanup, render, screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { App } from '@/app/App'
import { aGame } from '@/test/games'
import { answers, server } from '@/test/server'
import { open } from '@/test/visit'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  cleanup()
  server.resetHandlers()
})
afterAll(() => server.close())

function text(path: string, json: object) {
  const blocks = { title: path, description: 'About it', keywords: '', json: JSON.stringify(json), 'content-main': null }
  return { id: 1, path, title: path, content: '<p>Words</p>', categories: [], blocks, url: null, routeName: null, hidden: false }
}

test('a page of text shows the widgets that it names, in its order', async () => {
  const award = { name: 'Northern Awards', nomination: 'Best house', prize: 'Gold', year: 2026, imgUrl: '/media/a.svg' }
  answers('/api/cms/pages/about', text('/about', { awards: [award], blocks: ['articles', 'winners', 'payment-methods'] }))
  answers('/api/cms/pages', Array.from({ length: 8 }, (_, n) => text(`/news/${n}`, { news: { date: `2026-01-0${n + 1}`, image: '/a.webp' } })))
  answers('/api/payment_methods', [{ id: 'card', brand: 'visa', title: 'Card' }])
  const win = { user_name: 'a***', game: aGame(), amount_cents: 500, currency: 'EUR', created_at: '2026-01-01T00:00:00Z' }
  answers('/api/games/recent_wins', Array.from({ length: 4 }, () => win))
  const { queryClient, router } = await open('/about')
  render(<App queryClient={queryClient} router={router} />)
  const main = within(await screen.findByRole('main'))
  expect(await main.findByText('Best house')).toBeDefined()
  expect(await main.findAllByRole('article')).toHaveLength(1 + 6)
  expect(await main.findByRole('region', { name: 'Latest wins' })).toBeDefined()
  expect((await main.findAllByText('Card')).length).toBe(1)
})
