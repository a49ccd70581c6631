import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { projectQuery } from '@/api/info/reference'
import { playerQuery } from '@/api/session/player'
import { forgetPlayer } from '@/api/session/signOut'
import type { Player, Project } from '@/api/types'
import { clockText } from '../model/sessionClock'
import { SessionTimer } from './SessionTimer'

const LICENCES = [
  { code: 'EE', session_timer: true },
  { code: 'CW', session_timer: false },
]
let client: QueryClient

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A page that a player opens; a guest without a licence. */
function openAddresses(licence: string | null, id = 7) {
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(projectQuery.queryKey, { licences: LICENCES } as unknown as Project)
  client.setQueryData(playerQuery.queryKey, licence === null ? null : ({ id, license_name: licence } as unknown as Player))
  render(
    <QueryClientProvider client={client}>
      <SessionTimer />
    </QueryClientProvider>,
  )
}
const pass = (ms: number) => {
  act(() => void vi.advanceTimersByTime(ms))
}
const timer = () => screen.queryByRole('timer', { name: 'Time in this session' })?.textContent

test('a player under a licence that asks for it sees the seconds go by', () => {
  openAddresses('EE')
  expect(timer()).toBe('00:00:00')
  pass(1_000)
  expect(timer()).toBe('00:00:01')
})

test.each([['CW'], [null]])('nobody else does: %s', (licence) => {
  openAddresses(licence)
  expect(timer()).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

test('it goes on after a reload, and over a sleep of the tab', () => {
  openAddresses('EE')
  pass(70_000)
  cleanup()
  vi.setSystemTime(Date.now() + 600_000)
  openAddresses('EE')
  expect(timer()).toBe('00:11:10')
})

test('it begins anew after a sign-out, and for another player', () => {
  openAddresses('EE')
  pass(70_000)
  forgetPlayer(client)
  pass(0)
  expect(timer()).toBeUndefined()
  cleanup()
  openAddresses('EE')
  expect(timer()).toBe('00:00:00')
  pass(5_000)
  cleanup()
  openAddresses('EE', 8)
  expect(timer()).toBe('00:00:00')
})

test.each([
  [4_205_000, '01:10:05'],
  [359_999_999, '99:59:59'],
  [360_000_000, '100:00:00'],
  [-5, '00:00:00'],
])('%i ms read %s', (ms, text) => {
  expect(clockText(ms)).toBe(text)
})
