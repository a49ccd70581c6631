import type addresses from '@content/addresses.json'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { A_PLAYER, answers, server } from '@/test/server'
import { open } from '@/test/openAddresses'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

// Pages of the list get built, and these cases must outlive the last of them: the operator of this test lacks four more.
vi.mock('@content/addresses.json', async (original) => {
  const { default: table } = await original<{ default: typeof addresses }>()
  const switched = [
    { name: 'Garden', path: '/garden/$slug', page: 'garden' },
    { name: 'Harbour', path: '/harbour', page: 'harbour', instead: '/' },
    { name: 'Cellar', path: '/cellar', guard: 'player', instead: '/deposit' },
    { name: 'Porch', path: '/porch', guard: 'guest', instead: '/sign-in' },
  ]
  return { default: { ...table, switched: [...table.switched, ...switched] } }
})

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

test.each([
  ['/garden/roses', '/promotions', '/promotions'],
  ['/harbour', '/', '/'],
  ['/cellar', '/sign-up?redirect=%2Fcellar', '/deposit'],
  // A player has no use for what only guests may open.
  ['/porch', '/sign-in', '/'],
  // The query may hold the token of a mail, which is nobody else's to read.
  ['/garden/roses?token=t', '/promotions', '/promotions'],
])('%s, which the site does not have yet, leads a guest to %s and a player to %s', async (path, guest, player) => {
  expect((await open(path)).shown).toBe(guest)
  answers('/api/player', A_PLAYER)
  expect((await open(path)).shown).toBe(player)
})

test('the list of the operator does not open what the site does not have yet', async () => {
  answers('/api/fe/config/manage-promotion-pages', { garden: true })
  answers('/api/player', { ...A_PLAYER, statuses: [{ id: 'group_21' }] })
  expect((await open('/garden/roses')).shown).toBe('/promotions')
})
