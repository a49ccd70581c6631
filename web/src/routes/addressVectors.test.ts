import vectors from '@content/address-vectors.json'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { A_PLAYER, answers, server } from '@/test/server'
import { open } from '@/test/openAddresses'

// The server walks the same cases (`server/tests/it/site/pages.rs`): it leads `path` on to `served`, from where the
// site has to arrive where its own navigation to `path` does.

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

describe.each(vectors)('$path', ({ path, served, guest, player }) => {
  test.each([...new Set([path, served])])('opened at %s', async (address) => {
    expect((await open(address)).shown).toBe(guest)
    answers('/api/player', A_PLAYER)
    expect((await open(address)).shown).toBe(player)
  })
})
