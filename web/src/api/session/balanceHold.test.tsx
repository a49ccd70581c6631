import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { A_PLAYER } from '@/test/server'
import type { Account } from '../types'
import { accountsQuery, patchBalance } from './accounts'
import { holdBalance, releaseBalance } from './balanceHold'
import { playerQuery } from './player'
import { useShownAccount } from './shownAccounts'

const EURO = { currency: 'EUR', active: true, amount_cents: 10_000, bonus_amount_cents: 0, available_to_cashout_cents: 10_000 } as Account

function house() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(playerQuery.queryKey, A_PLAYER)
  client.setQueryData(accountsQuery.queryKey, [EURO])
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
  const { result } = renderHook(() => useShownAccount()?.amount_cents, { wrapper })
  const told = (amount: number, seq: number, round_id: string | null) =>
    act(() => {
      patchBalance(client, { currency: 'EUR', amount_cents: amount, bonus_amount_cents: 0, available_to_cashout_cents: amount, seq, round_id })
      vi.advanceTimersByTime(1)
    })
  return { shown: result, told, hold: () => act(() => holdBalance(client.getQueryData(accountsQuery.queryKey) ?? [])) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  act(releaseBalance)
  vi.useRealTimers()
})

test('what a round wins is shown once its reels stand', () => {
  const { shown, told, hold } = house()
  hold()
  told(12_400, 5, '77')
  expect(shown.current).toBe(10_000)
  act(releaseBalance)
  expect(shown.current).toBe(12_400)
})

test('a deposit during a spin is shown at once and tells nothing of the round', () => {
  const { shown, told, hold } = house()
  hold()
  told(12_400, 5, '77')
  told(17_400, 6, null)
  expect(shown.current).toBe(15_000)
  act(releaseBalance)
  expect(shown.current).toBe(17_400)
})

test('a balance that nobody withholds is shown as it comes', () => {
  const { shown, told } = house()
  told(9_900, 5, '77')
  expect(shown.current).toBe(9_900)
})

test('a game that has died withholds nothing for ever', () => {
  const { shown, told, hold } = house()
  hold()
  told(12_400, 5, '77')
  act(() => void vi.advanceTimersByTime(60_000))
  expect(shown.current).toBe(12_400)
})
