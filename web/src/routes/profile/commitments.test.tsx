import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { A_PLAYER, answers } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

beforeEach(() => {
  answers('/api/player', A_PLAYER)
  answers('/api/player/fairness', {
    currency: 'EUR',
    seed_no: 1,
    server_seed_hash: 'a',
    next_server_seed_hash: 'b',
    client_seed: 'c',
    nonce: 0,
    rounds: 0,
    revealed: [],
  })
})

test('the page shows where the list of commitments ends, and what mirrors it', async () => {
  answers('/api/fairness/commitments', { number: 4711, head: 'f'.repeat(64), commitments: [] })
  await show('/profile/fairness')
  expect(await screen.findByText('4711')).toBeDefined()
  expect(screen.getByText('f'.repeat(64))).toBeDefined()
  expect(screen.getByRole('link', { name: /CSV/ }).getAttribute('href')).toBe('/api/fairness/commitments.csv')
  expect(screen.getByRole('link', { name: /Python/ }).getAttribute('href')).toBe('/verify/mirror.py')
})
