import { cleanup, render, screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deliverLog, type LogEntry } from '@/platform/log'
import { http } from '@/test/http'
import { A_PLAYER, server } from '@/test/server'
import { open } from '@/test/openAddresses'
import { App } from './App'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

const PLAYER = A_PLAYER

let logged: LogEntry[]
let stop: () => void

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  deliverLog(() => undefined)()
  logged = []
  stop = deliverLog((entry) => logged.push(entry))
})
afterEach(() => {
  stop()
  cleanup()
  server.resetHandlers()
})
afterAll(() => server.close())

/** Every call fails but the one that says who is there: a site in trouble, seen by a player. */
function fail() {
  server.use(
    http.get('/api/player', () => HttpResponse.json(PLAYER)),
    http.untyped.all('*', () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })),
  )
}

const codes = () => new Set(logged.map(({ code }) => code))
const toasts = () => screen.getByRole('region', { name: 'Notifications' }).children

describe('a page whose calls all fail stands, says nothing over it, and tells the log', () => {
  test.each([
    ['/', 'POST_API_GAMES_FILTER'],
    ['/pokies/all', 'POST_API_GAMES_FILTER'],
    ['/live/all', 'POST_API_GAMES_FILTER'],
    ['/producers', 'GET_API_GAMES_PROVIDERS'],
    ['/favorite-games', 'GET_API_PLAYER_FAVORITE_GAMES'],
    ['/payments', 'GET_API_PAYMENT_METHODS'],
    ['/promotions', 'GET_API_FE_CONFIG_BANNERS_CONFIG'],
    ['/support', 'GET_API_INFO_PROJECT'],
    ['/profile', 'GET_API_PLAYER_STATS'],
    ['/profile/wallets', 'GET_API_PLAYER_ACCOUNTS'],
    ['/profile/games-history', 'GET_API_PLAYER_PLAYED_GAMES'],
    ['/profile/fairness', 'GET_API_PLAYER_ACCOUNTS'],
  ])('%s', async (path, code) => {
    fail()
    const { queryClient, router, page } = await open(path)
    render(<App queryClient={queryClient} router={router} />)
    await screen.findByRole('main')
    await vi.waitFor(() => expect(screen.getByRole('main').textContent).not.toBe(''))
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
    await vi.waitFor(() => expect(codes()).toContain(code))
    expect(page).toBe(path)
    expect(screen.queryByText('Something broke on our side')).toBeNull()
    expect(toasts()).toHaveLength(0)
    expect(codes()).not.toContain('RENDER_ERROR')
  })
})

test.each(['/payments', '/news', '/promotions'])('%s says that its list did not come, and offers to try again', async (path) => {
  fail()
  const { queryClient, router } = await open(path)
  render(<App queryClient={queryClient} router={router} />)
  expect(await within(screen.getByRole('main')).findByRole('button', { name: 'Try again' })).toBeDefined()
})

test.each([
  ['/play/northlight/solar-sails', 'GET_API_GAMES_NORTHLIGHT_SOLAR_SAILS'],
  ['/about', 'GET_API_CMS_PAGES_ABOUT'],
])('%s, which is nothing without its record, says so and offers to try again', async (path, code) => {
  fail()
  const { queryClient, router, page } = await open(path)
  render(<App queryClient={queryClient} router={router} />)
  await screen.findByRole('heading', { name: 'Something broke on our side' })
  expect(screen.getByRole('banner')).toBeDefined()
  expect([page, toasts().length]).toEqual([path, 0])
  expect(codes()).toContain(code)
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})
