import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { A_PLAYER, answers } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

// The signed-in side of the header comes with code of its own: it is here already.
beforeAll(() => import('./PlayerTools'), 60_000)

test('a player without a wallet sees a zero in the currency of the account', { timeout: 30_000 }, async () => {
  answers('/api/player', { ...A_PLAYER, currency: 'EUR' })
  answers('/api/player/accounts', [])
  await show('/payments')
  expect(await screen.findByRole('button', { name: /^Balance.*€0\.00/ }, { timeout: 20_000 })).toBeDefined()
})

test('so does the summary of the profile', { timeout: 30_000 }, async () => {
  answers('/api/player', { ...A_PLAYER, currency: 'EUR' })
  answers('/api/player/accounts', [])
  await show('/profile')
  const wallet = within(await screen.findByRole('region', { name: 'Wallet in use' }, { timeout: 20_000 }))
  expect(await wallet.findByText('€0.00', undefined, { timeout: 20_000 })).toBeDefined()
})
