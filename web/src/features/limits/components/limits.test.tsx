import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountsQuery } from '@/api/session/accounts'
import { limitsQuery } from '@/api/session/limits'
import { playerQuery } from '@/api/session/player'
import type { Account, Player, UserLimit } from '@/api/types'
import { Toasts } from '@/ui/toast'
import { LimitWatch } from './LimitWatch'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const limit = (used: number): UserLimit => ({
  id: '1',
  type: 'wager',
  period: 'day',
  status: 'active',
  reached: used >= 100,
  accounts: [
    {
      currency: 'EUR',
      amount_cents: 100,
      current_value_amount_cents: used,
      amount_minutes: null,
      current_value_minutes: null,
      resets_at: '2026-01-02T00:00:00.000Z',
    },
  ],
  active_until: null,
  created_at: '2026-01-01T00:00:00.000Z',
  changes: [],
})

test('a limit that is reached warns once, and the warning stays until it is closed', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(playerQuery.queryKey, { id: 1 } as Player)
  client.setQueryData(accountsQuery.queryKey, [{ currency: 'EUR', active: true } as Account])
  client.setQueryData(limitsQuery.queryKey, [limit(99)])
  render(
    <QueryClientProvider client={client}>
      <LimitWatch />
      <Toasts />
    </QueryClientProvider>,
  )
  const told = () => screen.queryAllByText("You've reached your limit: Bet limit.").length
  expect(told()).toBe(0)
  act(() => void client.setQueryData(limitsQuery.queryKey, [limit(-100)]))
  act(() => void vi.advanceTimersByTime(0))
  expect(told()).toBe(1)
  act(() => void vi.advanceTimersByTime(60_000))
  expect(told()).toBe(1)
  act(() => screen.getByRole('button').click())
  act(() => void client.setQueryData(limitsQuery.queryKey, [{ ...limit(100), status: 'pending' }]))
  act(() => void vi.advanceTimersByTime(0))
  expect(told()).toBe(0)
})
