import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { A_PLAYER, answers } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const revealed = (seed_no: number, first_nonce: number, last_nonce: number) => ({
  seed_no,
  first_nonce,
  last_nonce,
  revealed_at: '2026-01-01T00:00:00.000Z',
  server_seed: 'a',
  server_seed_hash: 'b',
  client_seed: 'c',
})

beforeEach(() => answers('/api/player', A_PLAYER))

test('revealed seeds tell the rounds that were played under them, and when there were none', async () => {
  answers('/api/player/fairness', {
    currency: 'EUR',
    seed_no: 3,
    server_seed_hash: 'a',
    next_server_seed_hash: 'b',
    client_seed: 'c',
    nonce: 13,
    rounds: 0,
    revealed: [revealed(2, 14, 13), revealed(1, 1, 13)],
  })
  await show('/profile/fairness')
  expect(await screen.findByText('No rounds were played under these seeds.')).toBeDefined()
  expect(screen.getByText('Rounds 1 to 13')).toBeDefined()
  expect(screen.queryByText(/14 to 13/)).toBeNull()
})
