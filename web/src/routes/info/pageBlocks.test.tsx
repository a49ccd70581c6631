import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aGame } from '@/test/games'
import { answers } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

function text(path: string, json: object) {
  const blocks = { title: path, description: 'About it', keywords: '', json: JSON.stringify(json), 'content-main': null }
  return { id: 1, path, title: path, content: '<p>Words</p>', categories: [], blocks, url: null, routeName: null, hidden: false }
}

test('a page of text shows the widgets that it names, in its order', async () => {
  const award = { name: 'Northern Awards', nomination: 'Best house', prize: 'Gold', year: 2026, imgUrl: '/media/a.svg' }
  answers('/api/cms/pages/about', text('/about', { awards: [award], blocks: ['articles', 'winners', 'payment-methods'] }))
  answers(
    '/api/cms/pages',
    Array.from({ length: 8 }, (_, n) => text(`/news/${n}`, { news: { date: `2026-01-0${n + 1}`, image: '/a.webp' } })),
  )
  answers('/api/payment_methods', [{ id: 'card', brand: 'visa', title: 'Card' }])
  const win = { user_name: 'a***', game: aGame(), amount_cents: 500, currency: 'EUR', created_at: '2026-01-01T00:00:00Z' }
  answers(
    '/api/games/recent_wins',
    Array.from({ length: 4 }, () => win),
  )
  await show('/about')
  const main = within(await screen.findByRole('main'))
  expect(await main.findByText('Best house')).toBeDefined()
  await waitFor(() => expect(main.getAllByRole('article')).toHaveLength(1 + 6))
  expect(await main.findByRole('region', { name: 'Latest wins' })).toBeDefined()
  expect((await main.findAllByText('Card')).length).toBe(1)
})

test('awards are shown by the year, the newest first', async () => {
  const award = (nomination: string, year: number) => ({ name: 'Northern Awards', nomination, prize: 'Gold', year, imgUrl: '/media/a.svg' })
  answers('/api/cms/pages/about', text('/about', { awards: [award('Old', 2023), award('New', 2026)] }))
  await show('/about')
  const main = within(await screen.findByRole('main'))
  expect(await main.findByText('New')).toBeDefined()
  expect(main.queryByText('Old')).toBeNull()
  fireEvent.click(main.getByRole('tab', { name: '2023' }))
  expect(await main.findByText('Old')).toBeDefined()
  expect(main.queryByText('New')).toBeNull()
})
