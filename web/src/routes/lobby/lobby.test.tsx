import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { recentWinsQuery } from '@/api/info/catalogue'
import { http } from '@/test/http'
import { answers, server } from '@/test/server'
import { aGame } from '@/test/games'
import { show, withServer } from '@/test/site'
import { everythingIsInView } from '@/test/window'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

// What comes later is here already, so that no test waits for it to be read.
beforeAll(() => Promise.all([import('./LobbyPage'), import('./BelowTheFold'), import('@/app/shell/footer/Footer')]), 60_000)

const collection = (id: string, games_count: number) => ({ id, title: id, games_count })
const studio = (id: string) => ({ id, title: `Studio ${id}`, games_count: 3, logo: null })

beforeEach(() => everythingIsInView())

beforeEach(() => {
  const games = ['solar-sails', 'koi-lanterns', 'velvet-noir', 'aurora-roulette'].map((slug, at) =>
    aGame({ id: at, identifier: `northlight/${slug}`, slug, seo_title: slug, title: slug, categories: slug.includes('roulette') ? ['table'] : ['slots'] }),
  )
  server.use(
    http.post('/api/games_filter', () => HttpResponse.json({ data: games, pagination: { current_page: 1, next_page: null, total_pages: 1, total_count: 4 } })),
  )
  answers('/api/games/providers', [studio('a'), studio('b')])
  answers('/api/cms/snippets', [{ id: 'lobby-text', categories: ['lobby'], content: '<h2>About the casino</h2>' }])
})

/** The whole lobby is much to draw for a busy machine. */
const PATIENT = { timeout: 20_000 }

const main = () => document.querySelector('main')!
const titles = () => [...main().querySelectorAll('h2')].map((title) => title.textContent)

/** The parts of the lobby, each by its name, in their order. */
function parts(): (string | null)[] {
  const found = main().querySelectorAll('[aria-roledescription=carousel], nav, h2, button.w-full')
  const outside = [...found].filter((part) => !part.parentElement?.closest('[aria-roledescription=carousel]'))
  return outside.map((part) => part.getAttribute('aria-label') ?? part.textContent)
}

test('the lobby shows its parts in their order', { timeout: 30_000 }, async () => {
  answers('/api/games/collections', [collection('new', 9)])
  const game = { identifier: 'northlight/solar-sails', title: 'Solar Sails', preview: '' }
  answers(
    '/api/games/recent_wins',
    Array.from({ length: 4 }, (_, at) => ({ user_name: 'a***', game, amount_cents: 500, currency: 'EUR', created_at: `2026-01-01T00:00:0${at}.000Z` })),
  )
  await show('/')
  await waitFor(
    () =>
      expect(parts()).toEqual([
        'Highlights',
        'Search games',
        'Categories',
        'House favourites',
        'New',
        'Latest wins',
        'The numbers, before you play',
        "Don't trust us. Check.",
        'Change one character',
        'Money in, money out',
        'Game providers',
        'About the casino',
        'Look first. Play for free as long as you like.',
      ]),
    PATIENT,
  )
})

test('the band of wins is there before the first one, and its wins can be halted', { timeout: 30_000 }, async () => {
  const { queryClient } = await show('/')
  const band = within(await screen.findByRole('region', { name: 'Latest wins' }, PATIENT))
  expect(await band.findByText('The latest wins will appear here.')).toBeDefined()
  const game = { identifier: 'northlight/solar-sails', title: 'Solar Sails', preview: '' }
  const wins = [1, 2, 3, 4].map((at) => ({ user_name: `${at}***`, game, amount_cents: 500, currency: 'EUR', created_at: '2026-01-01T00:00:00.000Z' }))
  act(() => void queryClient.setQueryData(recentWinsQuery.queryKey, wins))
  fireEvent.click(await band.findByRole('button', { name: 'Pause the latest wins' }))
  expect(band.getByRole('button', { name: 'Play the latest wins' })).toBeDefined()
})

test('rows of games follow the order of the server; small lists have none', { timeout: 30_000 }, async () => {
  answers('/api/games/collections', [collection('table', 6), collection('new', 9), collection('crash', 4), collection('top', 5)])
  const complaints = vi.spyOn(console, 'error')
  await show('/')
  const rows = () => titles().filter((title) => ['Table games', 'New', 'Crash', 'Popular'].includes(title ?? ''))
  await waitFor(() => expect(rows()).toEqual(['Table games', 'New', 'Popular']), PATIENT)
  // The category of tables stands beside the card of one table.
  expect(complaints).not.toHaveBeenCalled()
})

test('the lobby and the footer name the same studios', { timeout: 30_000 }, async () => {
  await show('/')
  const studios = (within: Element) =>
    [...within.querySelectorAll('a')].map((link) => link.getAttribute('href')).filter((href) => href?.startsWith('/producers/'))
  const footer = await waitFor(() => {
    const found = document.querySelector('footer section[aria-label="Game providers"]')
    expect(found).not.toBeNull()
    return found!
  }, PATIENT)
  await waitFor(() => expect(new Set(studios(main()))).toEqual(new Set(studios(footer))), PATIENT)
  expect(studios(footer)).toEqual(['/producers/a', '/producers/b'])
})
