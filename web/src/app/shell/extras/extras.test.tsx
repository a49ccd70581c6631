import { createMemoryHistory } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { clientContextQuery } from '@/api/session/clientContext'
import { playerQuery } from '@/api/session/player'
import type { Player } from '@/api/types'
import { axeFindings } from '@/test/axe'
import { A_PLAYER, aContext, server } from '@/test/server'
import { flushIdleQueue, IDLE_QUEUE_MS } from '@/test/idleQueue'
import { LazyWhenIdle } from '@/ui/LazyWhenIdle'
import { App } from '../../App'
import { createQueryClient } from '../../queryClient'
import { createAppRouter } from '../../router'
import { LocalTime } from '../LocalTime'
import { isLedToAdventures, shownBookmarks } from './shownBookmarks'
import { isSignUp } from './signUpAddress'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }))
beforeEach(() => {
  // Promises must go on: only what the cards and titles wait for is held.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(async () => {
  cleanup()
  await flushIdleQueue()
  server.resetHandlers()
  for (const name of ['cookies_accepted', 'au_confirmed']) document.cookie = `${name}=; Path=/; Max-Age=0`
})
afterAll(() => server.close())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

async function openAddresses(address: string, country = 'CA', player: Player | null = null) {
  const client = createQueryClient()
  client.setQueryData(clientContextQuery.queryKey, aContext({ country }))
  client.setQueryData(playerQuery.queryKey, player)
  const router = createAppRouter(client, { history: createMemoryHistory({ initialEntries: [address] }) })
  await router.load()
  render(<App queryClient={client} router={router} />)
  return router
}

const cookieBar = () => screen.queryByRole('region', { name: 'Cookies' })
const australianCard = () => screen.queryByRole('region', { name: 'Playing from Australia?' })

/** The cards' code arrives in turns of its own after their time has come. */
async function cardsArrive() {
  await pass(3_000)
  await act(async () => {
    await import('./Extras')
  })
  await pass(IDLE_QUEUE_MS)
}

test('what comes later is not there a moment before', async () => {
  const Here = () => 'here'
  const load = vi.fn(() => Promise.resolve(Here))
  render(<LazyWhenIdle load={load} ms={3_000} />)
  await pass(2_999)
  expect(load).not.toHaveBeenCalled()
  // Then it waits for the page to be idle.
  await pass(1_000)
  expect(screen.getByText('here')).toBeDefined()
})

describe('the cookie bar', () => {
  test.each([
    ['Accept all', '1'],
    ['Necessary only', '0'],
  ])('comes after three seconds and goes for a year with “%s”', async (answer, kept) => {
    await openAddresses('/payments')
    expect(cookieBar()).toBeNull()
    await cardsArrive()
    const bar = cookieBar()
    expect(bar).not.toBeNull()
    // Its own pauses are real ones.
    vi.useRealTimers()
    expect(await axeFindings(document.body)).toEqual([])
    const set = vi.spyOn(Document.prototype, 'cookie', 'set')
    fireEvent.click(screen.getByRole('button', { name: answer }))
    expect(set).toHaveBeenCalledWith(`cookies_accepted=${kept}; Path=/; Max-Age=31536000; SameSite=Lax`)
    set.mockRestore()
    expect(cookieBar()).toBeNull()
  })

  test('gives both answers the same weight', async () => {
    await openAddresses('/payments')
    await cardsArrive()
    const [refuse, accept] = ['Necessary only', 'Accept all'].map((name) => screen.getByRole('button', { name }).className)
    expect(refuse).toBe(accept)
  })

  test.each(['0', '1'])('does not come to who has chosen (%s)', async (kept) => {
    document.cookie = `cookies_accepted=${kept}; Path=/`
    await openAddresses('/payments')
    await cardsArrive()
    expect(cookieBar()).toBeNull()
  })

  test.each(['/play/northlight/solar-sails', '/deposit', '/sign-in'])('does not lie over %s', async (address) => {
    await openAddresses(address, 'CA', address === '/deposit' ? A_PLAYER : null)
    await cardsArrive()
    expect(cookieBar()).toBeNull()
  })

  test.each([
    ['/sign-up', '', undefined, true],
    ['/registration', '', undefined, true],
    ['/sport/registration', '', undefined, true],
    ['/', 'sign-up', undefined, true],
    ['/pokies/all', '', '/sign-up?redirect=%2F', true],
    ['/pokies/all', '', '/sign-in', false],
    ['/', '', undefined, false],
  ])('%s#%s with %s over it is signing up: %s', (pathname, hash, modal, expected) => {
    expect(isSignUp(pathname, hash, modal)).toBe(expected)
  })
})

describe('the Australian card', () => {
  test('asks guests from Australia once', async () => {
    await openAddresses('/payments', 'AU')
    await cardsArrive()
    expect(australianCard()).not.toBeNull()
    const set = vi.spyOn(Document.prototype, 'cookie', 'set')
    fireEvent.click(screen.getByRole('button', { name: 'Yes, continue' }))
    expect(set).toHaveBeenCalledWith('au_confirmed=1; Path=/; Max-Age=315360000; SameSite=Lax')
    set.mockRestore()
    expect(australianCard()).toBeNull()
  })

  test('comes before the cookie bar, which waits until it is answered', async () => {
    await openAddresses('/payments', 'AU')
    await cardsArrive()
    const [first, second] = [australianCard(), cookieBar()]
    expect(first?.parentElement?.firstElementChild).toBe(first)
    expect(first?.nextElementSibling).toBe(second)
    expect(first?.parentElement?.className.split(' ')).toContain('*:not-first:hidden')
  })

  test('leads away who declines, and asks again on return', async () => {
    const router = await openAddresses('/payments', 'AU')
    await cardsArrive()
    fireEvent.click(screen.getByRole('button', { name: 'No, leave' }))
    await pass(100)
    expect(router.state.location.pathname).toBe('/oops')
    expect(australianCard()).toBeNull()
    void router.navigate({ to: '/payments' })
    // The page changes behind the next frame.
    await pass(200)
    expect(australianCard()).not.toBeNull()
  })

  test('is for nobody else', async () => {
    for (const [country, player] of [
      ['NZ', null],
      ['AU', A_PLAYER],
    ] as const) {
      await openAddresses('/payments', country, player)
      await cardsArrive()
      expect(cookieBar()).not.toBeNull()
      expect(australianCard()).toBeNull()
      cleanup()
    }
  })
})

test('the title of a hidden tab changes every two seconds until it is seen again', async () => {
  const state = vi.spyOn(document, 'visibilityState', 'get')
  const turn = (to: DocumentVisibilityState) => {
    state.mockReturnValue(to)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  await openAddresses('/payments')
  await cardsArrive()
  const own = document.title
  turn('hidden')
  await pass(1_999)
  expect(document.title).toBe(own)
  await pass(1)
  expect(document.title).toBe('Borealis kept your place')
  await pass(2_000)
  expect(document.title).toBe(own)
  await pass(2_000)
  turn('visible')
  expect(document.title).toBe(own)
  await pass(4_000)
  expect(document.title).toBe(own)
  state.mockRestore()
})

test('the time of day is brought up to date every fifteen seconds', () => {
  vi.setSystemTime(new Date(2026, 0, 1, 12, 0, 50))
  render(<LocalTime />)
  const time = screen.getByText(/12:00/)
  act(() => {
    vi.advanceTimersByTime(14_999)
  })
  expect(time.textContent).toContain('12:00')
  act(() => {
    vi.advanceTimersByTime(1)
  })
  expect(time.textContent).toContain('12:01')
})

test.each<[number[], number[], boolean]>([
  [[], [], false],
  [[21], [], true],
  [[500], [], false],
  [[500], [500, 501], true],
])('a player of the groups %j is led to the adventures of %j: %s', (own, named, expected) => {
  const player = { statuses: own.map((group) => ({ id: `group_${group}` })) }
  expect(isLedToAdventures(player, named)).toBe(expected)
  expect(isLedToAdventures(null, named)).toBe(false)
})

test('bookmarks float at the side of the lobby', async () => {
  await openAddresses('/')
  await cardsArrive()
  const bookmarks = screen.getByRole('navigation', { name: 'Extras' })
  expect(bookmarks.className.split(' ')).toEqual(expect.arrayContaining(['fixed', 'right-0']))
  expect(within(bookmarks).getByRole('link').getAttribute('href')).toBe('/rocket-mart')
})

test.each([
  ['/', true],
  ['/play/northlight/solar-sails', false],
])('bookmarks show on narrow windows at %s: %s', async (address, shows) => {
  await openAddresses(address)
  await cardsArrive()
  const bookmarks = screen.getByRole('navigation', { name: 'Extras', hidden: true })
  expect(bookmarks.classList.contains('max-lg:hidden')).toBe(!shows)
  expect(within(bookmarks).getByText('Points shop')).toBeDefined()
})

test('two bookmarks show at most, the most important first', () => {
  const all = { shop: true, wheel: true, adventures: true, quests: true }
  expect(shownBookmarks(all)).toEqual(['shop', 'wheel'])
  expect(shownBookmarks({ ...all, wheel: false })).toEqual(['shop', 'adventures'])
  expect(shownBookmarks({ ...all, shop: false, wheel: false, adventures: false })).toEqual(['quests'])
})
