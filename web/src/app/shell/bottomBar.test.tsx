import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { A_PLAYER, answers } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

test.each([
  ['a guest', null, '/sign-up'],
  ['a player', A_PLAYER, '/deposit'],
])('the bar under the thumb leads %s to money, games, all pokies and all live games', async (_who, player, first) => {
  if (player) answers('/api/player', player)
  answers('/api/games/collections', [{ id: 'live', title: 'Live', games_count: 3 }])
  await show('/payments')
  const bar = await screen.findByRole('navigation', { name: 'Quick access' })
  const hrefs = () => [...bar.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  await waitFor(() => expect(hrefs()).toEqual([first, '/', '/pokies/all', '/live/all']))
})
