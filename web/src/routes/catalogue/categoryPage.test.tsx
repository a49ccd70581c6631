import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { http } from '@/test/http'
import { answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const of = (id: string, games_count: number) => ({ id, title: id, games_count })

beforeEach(() => answers('/api/games/collections', [of('slots', 12), of('new', 3), of('crash', 0), of('table', 2), of('bonus-buy', 1)]))

test('a category without games says so, offers one way on, and is no tab', async () => {
  server.use(
    http.post('/api/games_filter', () => HttpResponse.json({ data: [], pagination: { current_page: 1, next_page: null, total_pages: 0, total_count: 0 } })),
  )
  const { found } = await show('/pokies/crash')
  expect(found).toBe(true)
  expect(await screen.findByRole('heading', { name: 'Nothing under “Crash” yet' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'See all games' }).getAttribute('href')).toBe('/pokies/all')
  const tabs = screen.getByRole('navigation', { name: 'Categories' })
  expect(within(tabs).queryByRole('link', { name: /Crash/ })).toBeNull()
})

test('a category that nobody has named is no page', async () => {
  expect((await show('/pokies/zzz')).found).toBe(false)
})

test('tabs stand in the order of the menu', async () => {
  const item = (path: string) => ({ id: path, title: path, icon: 'grid', path, group_ids: [] })
  answers('/api/fe/config/menu-categories-games', ['/live/table', '/pokies/bonus-buy', '/pokies/all', '/pokies/new'].map(item))
  await show('/pokies/slots')
  const tabs = await screen.findByRole('navigation', { name: 'Categories' })
  const hrefs = () => Array.from(tabs.querySelectorAll('a'), (link) => link.getAttribute('href'))
  await waitFor(() => expect(hrefs()).toEqual(['/pokies/all', '/live/table', '/pokies/new', '/pokies/slots']))
})

test('a category of one game is a tab on its own page only', async () => {
  const { router } = await show('/pokies/slots')
  const tabs = within(await screen.findByRole('navigation', { name: 'Categories' }))
  expect(await tabs.findByRole('link', { name: /Table games/ })).toBeDefined()
  expect(tabs.queryByRole('link', { name: /Bonus buy/ })).toBeNull()
  await router.navigate({ to: '/pokies/$slug', params: { slug: 'bonus-buy' } })
  const link = await within(await screen.findByRole('navigation', { name: 'Categories' })).findByRole('link', { name: /Bonus buy/ })
  expect(link.getAttribute('aria-current')).toBe('page')
})
