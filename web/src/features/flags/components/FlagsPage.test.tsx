import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { projectQuery } from '@/api/info/reference'
import { playerQuery } from '@/api/session/player'
import type { Player, Project } from '@/api/types'
import { featureIsOn, maySwitch } from '../model/flags'
import { FlagsPage } from './FlagsPage'

const TESTER = { id: 7, statuses: [{ id: 'group_21' }] } as unknown as Player
const OF_HOUSE = { rocketChance: false, other: true }

afterEach(() => {
  cleanup()
  localStorage.clear()
})

test('a tester switches a part of the site for this browser', () => {
  const client = new QueryClient()
  client.setQueryData(projectQuery.queryKey, { features: OF_HOUSE } as unknown as Project)
  client.setQueryData(playerQuery.queryKey, TESTER)
  render(
    <QueryClientProvider client={client}>
      <FlagsPage />
    </QueryClientProvider>,
  )
  const box = screen.getByRole('checkbox', { name: 'rocketChance' })
  expect(featureIsOn('rocketChance', OF_HOUSE, TESTER)).toBe(false)
  fireEvent.click(box)
  expect(JSON.parse(localStorage.getItem('ff') ?? '')).toEqual({ rocketChance: true })
  expect((box as HTMLInputElement).checked).toBe(true)
  expect(featureIsOn('rocketChance', OF_HOUSE, TESTER)).toBe(true)
  expect(featureIsOn('rocketChance', OF_HOUSE, null, false)).toBe(false)
})

test('only testers set switches, and everybody while the site is developed', () => {
  expect([maySwitch(null, false), maySwitch({ statuses: [{ id: 'group_1117' }] }, false)]).toEqual([false, false])
  expect([maySwitch(TESTER, false), maySwitch(null, true)]).toEqual([true, true])
})
