import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { aGame } from '@/test/games'
import { http } from '@/test/http'
import { answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'
import { open } from '@/test/openAddresses'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

/** Lists have two pages; live games there are none. */
beforeEach(() => {
  answers('/api/games/collections', [{ id: 'new', title: 'New', games_count: 2 }])
  answers('/api/games/providers', [{ id: 'northlight', title: 'Northlight', games_count: 2, logo: null }])
  server.use(
    http.post('/api/games_filter', async ({ request }) => {
      const { page: asked, filter } = await request.json()
      const page = asked ?? 1
      const isThere = page <= 2 && !filter?.categories.identifiers.includes('live')
      const pagination = { current_page: page, next_page: page < 2 ? page + 1 : null, total_pages: 2, total_count: 2 }
      return HttpResponse.json({ data: isThere ? [aGame()] : [], pagination })
    }),
  )
})

test.each([
  ['/pokies/new/2', true],
  ['/pokies/all/2', true],
  ['/producers/northlight/2', true],
  ['/pokies/new/3', false],
  ['/pokies/all/3', false],
  ['/producers/northlight/3', false],
  ['/live/all', true],
  ['/live/all/2', false],
])('a page of a list beyond its end is none: %s, %s', async (address, isFound) => {
  expect((await open(address)).found).toBe(isFound)
})

test('a further page whose games do not come is there, and says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server.use(http.post('/api/games_filter', () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })))
  await show('/pokies/new/3')
  expect(await screen.findByRole('heading', { name: "We couldn't load the games" })).toBeDefined()
})

test('a list that is asked for without a network says so instead of waiting', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  server.use(http.post('/api/games_filter', () => new Promise<never>(() => undefined)))
  await show('/pokies/new')
  expect(await screen.findByText(/The games will appear as soon as it's back/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  vi.restoreAllMocks()
})

test('without live games their list says so and leads on', async () => {
  await show('/live/all')
  expect(await screen.findByRole('heading', { name: 'No live games yet' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'See all games' }).getAttribute('href')).toBe('/pokies/all')
})
