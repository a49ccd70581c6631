import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Body } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import { playerQuery } from '@/api/session/player'
import type { Player } from '@/api/types'
import { english } from '@/i18n/english'
import { setMessages } from '@/i18n/messages'
import { aGame } from '@/test/games'
import { http } from '@/test/http'
import { A_PLAYER, answers, server } from '@/test/server'
import { everythingIsInView } from '@/test/window'
import { CurrenciesContext } from '@/ui/Money'
import { GameRow, PlayedRow } from './components/GameRow'
import { CardOfList } from './components/ListCards'
import { ItemGrid } from './components/TileGrid'
import { SearchOverlay } from './SearchOverlay'

beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

async function show(element: ReactNode, player: Player | null = null, knowsFavourites = true) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(playerQuery.queryKey, player)
  if (knowsFavourites) client.setQueryData([PLAYER_SCOPE, 'favourite-ids'], [])
  const router = createRouter({ routeTree: createRootRoute({ component: () => element }), history: createMemoryHistory() })
  await router.load()
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return router
}

const PLAYER = A_PLAYER
const pageOf = <Item,>(data: Item[]) => ({ data, pagination: { current_page: 1, next_page: null, total_pages: 1, total_count: data.length } })

const LOCKED = 'Not available in your currency'
const CURRENCIES = [
  { code: 'EUR', fiat: true, subunits_to_unit: 100 },
  { code: 'NOK', fiat: true, subunits_to_unit: 100 },
  { code: 'BTC', fiat: false, subunits_to_unit: 100_000_000 },
]

/** Points at a tile with a mouse. */
const point = (tile: HTMLElement) => userEvent.hover(tile.firstElementChild!)

describe('search', () => {
  type Filter = NonNullable<Body<'POST', '/api/games_filter'>['filter']>
  let asked: Filter[]
  const titles = () => asked.flatMap(({ title }) => title || [])

  beforeEach(async () => {
    asked = []
    server.use(
      http.post('/api/games_filter', async ({ request }) => {
        const { filter } = (await request.json()) as { filter: Filter }
        asked.push(filter)
        if (filter.title === 'broken') return new HttpResponse(null, { status: 500 })
        return HttpResponse.json(pageOf(filter.title === 'nothing' ? [] : [aGame({ title: filter.title || 'Recommended Game' })]))
      }),
    )
    await show(<SearchOverlay onClose={() => undefined} />)
  })

  const field = () => screen.getByRole<HTMLInputElement>('searchbox')
  const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
  const clear = () => screen.queryByRole('button', { name: 'Clear' })

  test('asks once for what was typed, without the spaces around it', async () => {
    for (const text of [' s', ' so', ' sol', ' sola', ' solar', ' solar ']) type(text)
    await waitFor(() => expect(titles()).toEqual(['solar']))
  })

  test.each([
    ['ab', true, false],
    ['ab', false, false],
    ['abc', false, false],
    ['abc', true, true],
  ])('of %j with the focus %s offers to clear: %s', (text, focused, offered) => {
    type(text)
    if (!focused) fireEvent.blur(field())
    expect(clear() !== null).toBe(offered)
  })

  test('keeps the way to clear while the focus goes there, and clears', () => {
    type('abc')
    fireEvent.blur(field(), { relatedTarget: clear() })
    fireEvent.click(clear()!)
    expect(field().value).toBe('')
    expect(document.activeElement).toBe(field())
    expect(clear()).toBeNull()
  })

  test('finds what a game has by its name in the language of the page, wholly or by its beginning', async () => {
    setMessages('de', { ...english, 'mechanic.Free spins': 'Freispiele' })
    onTestFinished(() => setMessages('en', english))
    type('Freispiele')
    await waitFor(() => expect(titles()).toEqual(['Free spins']))
    type('nothing')
    await waitFor(() => expect(titles()).toEqual(['Free spins', 'nothing']))
  })

  test('asks for a feature that is begun once nothing has such a title', async () => {
    setMessages('de', { ...english, 'mechanic.Free spins': 'Nothing too free' })
    onTestFinished(() => setMessages('en', english))
    type('nothing')
    await screen.findByText('1 game found')
    expect(titles()).toEqual(['nothing', 'Free spins'])
  })

  test('lays its games out anew once, when a window that is dragged has come to rest', async () => {
    const looks: (() => void)[] = []
    const before = globalThis.ResizeObserver
    onTestFinished(() => void vi.stubGlobal('ResizeObserver', before))
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(private readonly look: () => void) {}
        observe(element: Element) {
          if (!(element instanceof HTMLUListElement)) return
          looks.push(this.look)
          this.look()
        }
        unobserve() {}
        disconnect() {}
      },
    )
    const measured = vi.spyOn(HTMLUListElement.prototype, 'getBoundingClientRect')
    onTestFinished(() => measured.mockRestore())
    type('solar')
    await screen.findByText('1 game found')
    expect(measured, 'at first it is laid out at once').toHaveBeenCalled()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    measured.mockClear()
    for (let event = 0; event < 10; event += 1) {
      for (const look of looks) look()
      act(() => void vi.advanceTimersByTime(10))
    }
    act(() => void vi.advanceTimersByTime(139))
    expect(measured).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(1))
    expect(measured).toHaveBeenCalledOnce()
  })

  test('without results says so and recommends games', async () => {
    type('nothing')
    await screen.findByText('No results for “nothing”')
    await screen.findByText('Recommended Game')
    expect(asked.some(({ categories }) => categories.identifiers.join() === 'recommended')).toBe(true)
  })

  test('that fails says so, and can be asked again', async () => {
    type('broken')
    await screen.findByText("Search isn't responding")
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(screen.queryByText('No results for “broken”')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('whose next page does not come says so under what has come, and asks for it again', async () => {
    onTestFinished(everythingIsInView())
    let broken = true
    const pages: number[] = []
    server.use(
      http.post('/api/games_filter', async ({ request }) => {
        const { page } = (await request.json()) as { page: number }
        pages.push(page)
        if (page === 2 && broken) return new HttpResponse(null, { status: 500 })
        return HttpResponse.json({
          data: [aGame({ identifier: `northlight/${page}`, title: `Solar ${page}` })],
          pagination: { current_page: page, next_page: page === 1 ? 2 : null, total_pages: 2, total_count: 2 },
        })
      }),
    )
    type('solar')
    const failed = await screen.findByRole('alert')
    expect(failed.textContent).toContain("We couldn't load more games.")
    expect(screen.getByRole('status').textContent).toContain('2')
    expect(pages).toEqual([1, 2])
    broken = false
    fireEvent.click(within(failed).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(pages).toEqual([1, 2, 2])
  })
})

describe('a tile', () => {
  test('whose picture does not come is drawn', async () => {
    await import('@/ui/generatedArt/GeneratedTile')
    await show(<ItemGrid items={[{ game: aGame() }]} />)
    const tile = screen.getByRole('link', { name: 'Solar Sails' })
    fireEvent.error(tile.querySelector('picture img')!)
    await waitFor(() => expect(tile.textContent).toBe('Solar Sails'))
    expect(tile.querySelector('picture')).toBeNull()
  })

  test('offers a guest play, demo and the heart, whatever it is paid in', async () => {
    await show(<ItemGrid items={[{ game: aGame({ currencies: { FUN: { id: 'FUN', name: 'Play money' } } }) }]} />)
    await point(screen.getByRole('article'))
    expect(screen.getByRole('link', { name: 'Play Solar Sails' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Play Solar Sails for free' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Favourite: Solar Sails' })).toBeDefined()
    expect(screen.queryByText(LOCKED)).toBeNull()
  })

  test.each([
    ['NOK', true],
    ['BTC', false],
  ])('that is not paid in the wallet of its player, %s, is locked: %s', async (currency, isLocked) => {
    const account = { currency, amount_cents: 0, bonus_amount_cents: 0, available_to_cashout_cents: 0, active: true }
    answers('/api/player/accounts', [account])
    await show(
      <CurrenciesContext value={CURRENCIES}>
        <ItemGrid items={[{ game: aGame() }]} />
      </CurrenciesContext>,
      PLAYER,
    )
    await point(screen.getByRole('article'))
    if (isLocked) await screen.findByText(LOCKED)
    else expect(await screen.findByRole('link', { name: 'Play Solar Sails' })).toBeDefined()
    expect(screen.queryByText(LOCKED) !== null).toBe(isLocked)
  })

  test('asks once when its heart is pressed twice, and has it back when the server refuses', async () => {
    answers('/api/player', A_PLAYER)
    const calls: string[] = []
    let refuse = () => undefined as void
    const refused = new Promise<void>((resolve) => (refuse = resolve))
    server.use(
      http.put('/api/player/favorite_games/{id}', async ({ params }) => {
        calls.push(String(params.id))
        await refused
        return new HttpResponse(null, { status: 500 })
      }),
    )
    await show(<ItemGrid items={[{ game: aGame() }]} />, PLAYER)
    const heart = screen.getByRole('button', { name: 'Favourite: Solar Sails' })
    fireEvent.click(heart)
    await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('true'))
    fireEvent.click(heart)
    refuse()
    await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('false'))
    expect(calls).toEqual(['1'])
  })

  test('whose heart is pressed while the list is on its way turns once the list is there, and the list keeps the others', async () => {
    answers('/api/player', A_PLAYER)
    let send = () => undefined as void
    const sent = new Promise<void>((resolve) => (send = resolve))
    const calls: string[] = []
    server.use(
      http.get('/api/player/favorite_games', async () => {
        await sent
        return HttpResponse.json(['2'])
      }),
      http.put('/api/player/favorite_games/{id}', ({ params }) => {
        calls.push(String(params.id))
        return new HttpResponse(null, { status: 204 })
      }),
    )
    await show(<ItemGrid items={[{ game: aGame() }, { game: aGame({ id: 2, identifier: 'northlight/koi', title: 'Koi' }) }]} />, PLAYER, false)
    const heart = screen.getByRole('button', { name: 'Favourite: Solar Sails' })
    fireEvent.click(heart)
    expect(heart.getAttribute('aria-pressed')).toBe('false')
    send()
    await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('true'))
    expect(screen.getByRole('button', { name: 'Favourite: Koi' }).getAttribute('aria-pressed')).toBe('true')
    expect(calls).toEqual(['1'])
  })
})

test('a player finds the games they played last, a guest no such row', async () => {
  answers('/api/player/played_games', pageOf(['koi', 'koi', 'solar-sails'].map((slug) => ({ game: { identifier: `northlight/${slug}` } }))))
  let chosen: string[] = []
  server.use(
    http.post('/api/games_filter/select', async ({ request }) => {
      chosen = ((await request.json()) as { game_ids: string[] }).game_ids
      return HttpResponse.json({ 'northlight/solar-sails': aGame(), 'northlight/koi': aGame({ identifier: 'northlight/koi', title: 'Koi' }) })
    }),
  )
  await show(<PlayedRow title="Recently played" />, PLAYER)
  const row = await screen.findByRole('region', { name: 'Recently played' })
  expect(chosen).toEqual(['northlight/koi', 'northlight/solar-sails'])
  // The rest of a row comes when somebody goes to it.
  fireEvent.focusIn(screen.getByRole('link', { name: 'Koi' }))
  await waitFor(() => expect([...row.querySelectorAll('article a[aria-label]')].map((link) => link.getAttribute('aria-label'))).toEqual(['Koi', 'Solar Sails']))
})

test('a row some screens away is asked for and drawn once the page is at rest', async () => {
  // It stands so far below the window.
  onTestFinished(everythingIsInView(2_000))
  const games = Array.from({ length: 12 }, (_, place) => aGame({ identifier: `northlight/${place}`, title: `Game ${place}` }))
  server.use(http.post('/api/games_filter', () => HttpResponse.json(pageOf(games))))
  await show(<GameRow title="New" filter={{}} />)
  const row = screen.getByRole('region', { name: 'New' })
  expect(row.getAttribute('aria-busy')).toBe('true')
  await waitFor(() => expect(row.querySelectorAll('picture')).toHaveLength(4))
})

test.each([
  ['a guest', null, '/sign-up?redirect=%2Fplay%2Fnorthlight%2Fsolar-sails%3Fmode%3Dreal'],
  ['a player', PLAYER, '/play/northlight/solar-sails?mode=real'],
])('the card of chance leads %s to a game of its list', async (_who, player, expected) => {
  server.use(http.post('/api/games_filter', () => HttpResponse.json(pageOf([aGame()]))))
  const router = await show(<CardOfList card="random" filter={{ categories: ['slots'] }} />, player)
  await userEvent.click(screen.getByRole('button', { name: /random game/ }))
  await waitFor(() => expect(router.state.location.href).toBe(expected))
})

test('the cashback card leads to the page about cashback', async () => {
  await show(<CardOfList card="cashback" filter={{}} />)
  expect(screen.getByRole('link', { name: /Cashback/ }).getAttribute('href')).toBe('/promo/cashback')
})
