import { act, render } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { App } from '@/app/App'
import { playerQuery } from '@/api/session/player'
import { leaveTo } from '@/platform/leave'
import { http } from '@/test/http'
import { A_PLAYER, answers, server } from '@/test/server'
import { open } from '@/test/openAddresses'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))
vi.mock('@/platform/leave', () => ({ leaveTo: vi.fn() }))

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: false }))
afterEach(() => {
  vi.useRealTimers()
  server.resetHandlers()
  document.getElementById('late')?.remove()
})
afterAll(() => server.close())

async function show(address: string) {
  const visited = await open('/payments', address)
  // The page brings it along.
  await visited.queryClient.prefetchQuery(playerQuery)
  render(<App queryClient={visited.queryClient} router={visited.router} />)
  return visited
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Routes load by the machine's clock, which may be a busy one. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 4_000 })

describe('a hash that is a command', () => {
  test.each([
    ['#sign-in', '/sign-in'],
    ['#sign-up', '/sign-up'],
    ['#remind', '/remind'],
    ['#new-password', '/new-password'],
  ])('%s opens %s over the page at once, and going back does not ask again', async (hash, modal) => {
    const { router, history } = await show(`/producers${hash}`)
    await pass(0)
    await soon(() => expect(router.state.location.search.modal).toBe(modal))
    expect(router.state.location.pathname).toBe('/producers')
    history.back()
    await pass(1_000)
    expect(history.location.href).toBe('/payments')
  })

  test.each(['#sign-in', '#chat'])('%s that has nothing to do for a player is gone after a second', async (hash) => {
    answers('/api/player', A_PLAYER)
    const { router, history } = await show(`/producers${hash}`)
    await pass(999)
    expect(history.location.href).toBe(`/producers${hash}`)
    await pass(1)
    await soon(() => expect(history.location.href).toBe('/producers'))
    expect(router.state.location.search.modal).toBeUndefined()
  })

  test.each(['#sport', '#sport_live'])('%s leads to the sports pages after a second', async (hash) => {
    const { history } = await show(`/producers${hash}`)
    await pass(999)
    expect(history.location.pathname).toBe('/producers')
    await pass(1)
    // Without a sports site its pages lead to the promotions.
    await soon(() => expect(history.location.href).toBe('/promotions'))
  })

  test.each([
    ['#sport', '/sport', 'https://sport.borealis.example/?locale=en'],
    ['#sport_live', '/sport/live', 'https://sport.borealis.example/live?locale=en'],
  ])('%s opens the sports site after a second', async (hash, path, url) => {
    answers('/api/fe/config/betting-config', ['sport.borealis.example'])
    server.use(http.post('/api/sport/visits', () => HttpResponse.json({ host: 'sport.borealis.example', token: null }, { status: 201 })))
    const { history } = await show(`/producers${hash}`)
    await pass(999)
    expect(history.location.pathname).toBe('/producers')
    await pass(1)
    await soon(() => expect(history.location.pathname).toBe(path))
    await soon(() => expect(leaveTo).toHaveBeenCalledWith(url))
  })

  test('is no place on the page', async () => {
    const found = vi.spyOn(document, 'getElementById')
    await show('/producers#chat')
    await pass(0)
    // The router itself has a look for any hash as soon as the page stands.
    found.mockClear()
    await pass(900)
    expect(found).not.toHaveBeenCalledWith('chat')
  })
})

describe('a place on the page', () => {
  test('is scrolled to once it is there', async () => {
    await show('/producers#late')
    await pass(2_000)
    const late = document.createElement('div')
    late.id = 'late'
    const scrolled = vi.fn()
    late.scrollIntoView = scrolled
    document.body.append(late)
    await pass(200)
    expect(scrolled).toHaveBeenCalledOnce()
  })

  test.each([
    ['a question itself', 'late', [true, true, false]],
    ['something in its answer', 'inner', [true, true, false]],
  ])('%s is unfolded before it is scrolled to, and no other', async (_, id, expected) => {
    const list = document.createElement('div')
    list.innerHTML =
      '<details><summary>All</summary><details id="late"><summary>One</summary><p id="inner">Yes.</p></details><details><summary>Two</summary></details></details>'
    const folds = [...list.querySelectorAll('details')]
    const seen: boolean[][] = []
    for (const place of list.querySelectorAll('[id]')) place.scrollIntoView = () => void seen.push(folds.map(({ open: isOpen }) => isOpen))
    await show(`/producers#${id}`)
    await pass(2_000)
    document.body.append(list)
    await pass(200)
    expect(seen).toEqual([expected])
    list.remove()
  })

  test('is looked for five seconds and no longer', async () => {
    const found = vi.spyOn(document, 'getElementById')
    await show('/producers#nowhere')
    found.mockClear()
    await pass(20_000)
    expect(found.mock.calls.filter(([id]) => id === 'nowhere')).toHaveLength(25)
  })
})
