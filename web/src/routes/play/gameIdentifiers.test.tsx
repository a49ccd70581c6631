import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { projectQuery } from '@/api/info/reference'
import { playerFrom, playerQuery } from '@/api/session/player'
import { setOwnFlag } from '@/features/flags/model/flags'
import { A_PLAYER } from '@/test/server'
import { aGame } from '@/test/games'
import { GameIdentifiers } from './GameIdentifiers'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const TESTER = { ...A_PLAYER, statuses: [{ id: 'group_21', name: 'Testers' }] }

test.each([
  ['nobody while the switch is off', false, undefined, TESTER, false],
  ['everybody once it is on', true, undefined, {}, true],
  ['a tester who has set it for this browser', false, true, TESTER, true],
])('identifiers of a game are shown to %s', (_, ofProject, own, player, shown) => {
  if (own !== undefined) setOwnFlag('gameIdentifiers', own)
  const client = new QueryClient()
  client.setQueryData(projectQuery.queryKey, { features: { gameIdentifiers: ofProject } } as never)
  client.setQueryData(playerQuery.queryKey, playerFrom(player as never))
  render(
    <QueryClientProvider client={client}>
      <GameIdentifiers game={aGame({ collections: { top: 1 }, released: '2026-03-05' })} />
    </QueryClientProvider>,
  )
  expect(screen.queryByTestId('game-identifiers')?.textContent).toBe(shown ? 'northlight/solar-sails · 2026-03-05 · top:1' : undefined)
})
