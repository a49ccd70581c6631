import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { leaveTo } from '@/platform/leave'
import { http } from '@/test/http'
import { A_PLAYER, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'
import { open } from '@/test/openAddresses'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))
vi.mock('@/platform/leave', () => ({ leaveTo: vi.fn() }))

withServer()
beforeEach(() => vi.mocked(leaveTo).mockClear())

const HOST = 'sport.borealis.example'
const visits = (token: string | null) => http.post('/api/sport/visits', () => HttpResponse.json({ host: HOST, token }, { status: 201 }))

test.each([
  ['a guest', '/sport', {}, null, `https://${HOST}/?locale=en`],
  ['a player', '/sport/live', A_PLAYER, 'once', `https://${HOST}/live?token=once&locale=en`],
])('%s at %s is led on to the sports site', async (_, path, player, token, url) => {
  answers('/api/fe/config/betting-config', [HOST])
  answers('/api/player', player)
  server.use(visits(token))
  await show(path)
  await waitFor(() => expect(leaveTo).toHaveBeenCalledWith(url))
})

test('a visit that does not begin says so, and can be tried again', async () => {
  answers('/api/fe/config/betting-config', [HOST])
  server.use(http.post('/api/sport/visits', () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })))
  await show('/sport')
  expect(await screen.findByRole('heading', { name: "Sports couldn't be opened" })).toBeDefined()
  expect(leaveTo).not.toHaveBeenCalled()
  server.use(visits(null))
  act(() => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  await waitFor(() => expect(leaveTo).toHaveBeenCalledOnce())
})

test.each(['/sport', '/sport/live'])('without a sports site %s leads to the promotions, for testers too', async (path) => {
  answers('/api/player', { ...A_PLAYER, statuses: [{ id: 'group_21', name: 'Testers' }] })
  expect((await open('/payments', path)).page).toBe('/promotions')
  expect(leaveTo).not.toHaveBeenCalled()
})
