import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { projectQuery } from '@/api/info/reference'
import { playerQuery } from '@/api/session/player'
import type { Player, PlaySummary, Project } from '@/api/types'
import { playSummaryQuery } from '../api/playSummary'
import { RealityCheck } from './RealityCheck'

const navigate = vi.fn()
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useNavigate: () => navigate }))

const START = Date.parse('2026-01-01T00:00:00Z')
const MINUTE_MS = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: START })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  window.sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function shown(license_name: string) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity, retry: false } } })
  client.setQueryData(playerQuery.queryKey, { id: 1, license_name } as Player)
  const licences = [
    { code: 'EE', limits: { delay_hours: 24, reality_check_minutes: 60 } },
    { code: 'CW', limits: { delay_hours: 24, reality_check_minutes: null } },
  ]
  client.setQueryData(projectQuery.queryKey, { licences } as Project)
  const positions = [{ currency: 'EUR', staked_cents: 4000, won_cents: 1500, net_cents: -2500 }]
  client.setQueryData(playSummaryQuery.queryKey, { session: { since: '', positions } } as unknown as PlaySummary)
  const onShown = vi.fn()
  render(
    <QueryClientProvider client={client}>
      <RealityCheck start={START} onShown={onShown} />
    </QueryClientProvider>,
  )
  return onShown
}

const waits = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('after each hour the game is paused, and time and play are shown until the player goes on', () => {
  const onShown = shown('EE')
  waits(60 * MINUTE_MS - 1_000)
  expect(screen.queryByRole('dialog')).toBeNull()
  waits(1_000)
  expect(screen.getByRole('dialog').textContent).toContain("You've been here for 60 minutes.")
  expect(screen.getByRole('dialog').textContent).toContain('Result')
  expect(onShown).toHaveBeenLastCalledWith(true)
  act(() => screen.getByRole('button', { name: 'Keep playing' }).click())
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(onShown).toHaveBeenLastCalledWith(false)
  waits(60 * MINUTE_MS)
  act(() => screen.getByRole('button', { name: 'Stop playing' }).click())
  expect(navigate).toHaveBeenLastCalledWith({ to: '/' })
})

test('a licence that asks for no check shows none', () => {
  const onShown = shown('CW')
  waits(180 * MINUTE_MS)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(onShown).not.toHaveBeenCalledWith(true)
})
