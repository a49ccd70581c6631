import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { playerQuery } from '@/api/session/player'
import type { Player } from '@/api/types'
import { bannersQuery } from '@/features/banners/api/banners'
import { axeFindings } from '@/test/axe'
import { http } from '@/test/http'
import { A_PLAYER, server } from '@/test/server'
import { createQueryClient } from '../../queryClient'
import { PlayerPopups } from './PlayerPopups'

const isBusy = vi.hoisted(() => ({ now: false }))
vi.mock('./useIsBusy', () => ({ useIsBusy: () => isBusy.now }))

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  cleanup()
  isBusy.now = false
  server.resetHandlers()
})
afterAll(() => server.close())

const NOTICES = [
  { id: 'terms-2', title: 'New terms', content: '<p>Read them.</p>' },
  { id: 'rules-3', title: 'New rules', content: '<p>And these.</p>' },
]

function show(changes: Partial<Player> = {}) {
  const client = createQueryClient()
  const player = { ...A_PLAYER, ...changes }
  client.setQueryData(playerQuery.queryKey, player)
  client.setQueryData(bannersQuery('en', player.id).queryKey, [])
  const told = vi.fn()
  server.use(
    http.get('/api/player/notices', () => {
      told()
      return HttpResponse.json(NOTICES)
    }),
  )
  const popups = () => (
    <QueryClientProvider client={client}>
      <PlayerPopups />
    </QueryClientProvider>
  )
  const { rerender } = render(popups())
  return { told, again: () => rerender(popups()) }
}

test('notices are asked one after the other, each until it is accepted', async () => {
  const accepted: string[] = []
  server.use(
    http.post('/api/player/notices/{id}/accept', ({ params }) => {
      accepted.push(String(params.id))
      return new HttpResponse(null, { status: 204 })
    }),
  )
  show()
  const dialog = await screen.findByRole('dialog', { name: 'New terms' })
  expect(dialog.textContent).toContain('Read them.')
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  expect(await axeFindings(document.body)).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: "I've read this" }))
  expect(await screen.findByRole('dialog', { name: 'New rules' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: "I've read this" }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(accepted).toEqual(['terms-2', 'rules-3'])
})

test('a notice waits for a player who is in the middle of something', async () => {
  isBusy.now = true
  const { told, again } = show()
  await waitFor(() => expect(told).toHaveBeenCalled())
  expect(screen.queryByRole('dialog')).toBeNull()
  isBusy.now = false
  again()
  expect(await screen.findByRole('dialog', { name: 'New terms' })).toBeDefined()
})

test('missing terms come first', async () => {
  show({ auth_fields_missed: ['terms_acceptance'] })
  expect(await screen.findByRole('button', { name: 'Sign out' })).toBeDefined()
  expect(screen.queryByRole('dialog', { name: 'New terms' })).toBeNull()
})
