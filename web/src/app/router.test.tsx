import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { http } from '@/test/http'
import { A_PLAYER, answers, server } from '@/test/server'
import { open, openAddresses } from '@/test/openAddresses'
import { App } from './App'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

describe('addresses that lead elsewhere', () => {
  test.each([
    ['/slots', '/pokies/all'],
    ['/pokies', '/pokies/all'],
    ['/live', '/live/all'],
    ['/categories/new', '/pokies/new'],
    ['/pokies/new/1', '/pokies/new'],
    ['/accounts/history', '/'],
    ['/play/solar-sails', '/play/northlight/solar-sails'],
  ])('%s to %s', async (address, expected) => {
    expect((await open(address)).shown).toBe(expected)
  })

  test('without an entry of their own in the history', async () => {
    const { history } = await open('/', '/slots')
    expect(history.length).toBe(2)
  })
})

describe('a modal address', () => {
  test('opens over the page on show and keeps its own address', async () => {
    const { shown, page } = await open('/pokies/all', '/sign-in')
    expect(shown).toBe('/sign-in')
    expect(page).toBe('/pokies/all')
  })

  test('opens over the lobby on a cold load, with its search parameters', async () => {
    const { shown, page, router } = await open('/sign-up?redirect=%2Fprofile')
    expect(shown).toBe('/sign-up?redirect=%2Fprofile')
    expect(page).toBe('/')
    expect(router.state.location.search.modal).toBe('/sign-up?redirect=%2Fprofile')
  })

  test('replaces a modal that is open already', async () => {
    const { page, router } = await open('/pokies/all', '/sign-in', '/sign-up')
    expect(page).toBe('/pokies/all')
    expect(router.state.location.search.modal).toBe('/sign-up')
  })

  test('that nothing answers to is dropped', async () => {
    expect((await open('/?modal=%2Fnothing')).shown).toBe('/')
  })
})

describe('guards', () => {
  test('a guest is sent to registration, which knows the way back', async () => {
    const { shown, page } = await open('/pokies/all', '/favorite-games')
    expect(shown).toBe('/sign-up?redirect=%2Ffavorite-games')
    expect(page).toBe('/pokies/all')
  })

  test('a guest plays for free only', async () => {
    expect((await open('/play/northlight/solar-sails?mode=demo')).page).toBe('/play/northlight/solar-sails')
    expect((await open('/play/northlight/solar-sails?mode=real')).shown).toBe('/sign-up?redirect=%2Fplay%2Fnorthlight%2Fsolar-sails%3Fmode%3Dreal')
  })

  test('a player has no use for sign-in and is let into what needs one', async () => {
    answers('/api/player', A_PLAYER)
    expect((await open('/sign-in')).shown).toBe('/')
    expect((await open('/favorite-games')).shown).toBe('/favorite-games')
  })

  test('a guest who marks a favourite is sent to registration, and back afterwards', async () => {
    const { queryClient, router, history } = await open('/play/northlight/solar-sails')
    render(<App queryClient={queryClient} router={router} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Favourite: Solar Sails' }))
    const address = `/sign-up?redirect=${encodeURIComponent('/play/northlight/solar-sails')}`
    await waitFor(() => expect(history.location.href).toBe(address))
  })

  test('a guest of a restricted country stays where they are', async () => {
    answers('/client-context', { country: 'XX', licence: 'CW', locale: 'en', is_restricted: true, host: '', brand: 'Borealis' })
    const { shown } = await open('/pokies/all', '/sign-up')
    expect(shown).toBe('/pokies/all')
  })
})

describe('the page on show', () => {
  async function show(...addresses: string[]) {
    const { queryClient, router } = await open(...addresses)
    render(<App queryClient={queryClient} router={router} />)
  }

  test('lists the games of a category under its title', async () => {
    await show('/pokies/new')
    expect(await screen.findByRole('heading', { level: 1, name: 'New' })).toBeDefined()
    expect(await screen.findByRole('link', { name: 'Solar Sails' })).toBeDefined()
    await waitFor(() => expect(document.title).toBe('New · Borealis'))
  })

  test('of an unknown category or address says so', async () => {
    for (const address of ['/pokies/zzz', '/pokies/new/x', '/producers/zzz', '/no/such/page', '/play/zzz']) {
      await show(address)
      expect(await screen.findByRole('heading', { level: 1, name: "This table doesn't exist" })).toBeDefined()
      expect(screen.getByRole('banner')).toBeDefined()
      cleanup()
    }
  })

  test('is a text of the site, whose links stay in the language of the address', async () => {
    const blocks = { title: 'About us', description: 'Who we are', keywords: 'house, people', json: null, 'content-main': null }
    const content = '<p>See <a href="/payments">payments</a>.</p>'
    answers('/api/cms/pages/about', { id: 1, path: '/about', title: 'About us', content, categories: [], blocks, url: null, routeName: null, hidden: false })
    document.head.innerHTML = '<link rel="alternate" hreflang="it" href="/it/about"><link rel="alternate" hreflang="x-default" href="/about">'
    const { queryClient, router, history } = await openAddresses(['/de/about'], '/de')
    render(<App queryClient={queryClient} router={router} />)
    expect(await screen.findByRole('heading', { level: 1, name: 'About us' })).toBeDefined()
    await waitFor(() => expect(document.title).toBe('About us · Borealis'))
    const meta = (name: string) => document.head.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content
    expect([meta('description'), meta('keywords')]).toEqual(['Who we are', 'house, people'])
    await userEvent.click(screen.getByRole('link', { name: 'payments' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Payment methods' })).toBeDefined()
    expect(history.location.pathname).toBe('/de/payments')
    expect([meta('description'), meta('keywords')]).toEqual([undefined, undefined])
    const known = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel]')].map((link) => new URL(link.href).pathname)
    expect(known).toEqual(['/it/payments', '/payments', '/de/payments'])
  })

  test('is none where the server knows no text', async () => {
    const unknown = { error: { code: 'not_found', message: '' } }
    server.use(http.get('/api/jackpots/{identifier}', () => HttpResponse.json(unknown, { status: 404 })))
    server.use(http.get('/api/cms/pages/{path}', () => HttpResponse.json(unknown, { status: 404 })))
    await show('/nothing')
    expect(await screen.findByRole('heading', { level: 1, name: "This table doesn't exist" })).toBeDefined()
  })

  test('offers a guest sign-in and sign-up but no balance', async () => {
    await show('/payments')
    expect(await screen.findByRole('link', { name: 'Sign up' })).toBeDefined()
    expect(screen.queryByText(/12\.50/)).toBeNull()
  })

  test('offers a player the balance and a deposit', async () => {
    answers('/api/player', A_PLAYER)
    await show('/payments')
    expect(await screen.findByRole('button', { name: 'Balance €12.50' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull()
  })
})
