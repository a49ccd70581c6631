import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { axeFindings } from '@/test/axe'
import { aGame } from '@/test/games'
import { http } from '@/test/http'
import { answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const PATIENT = { timeout: 10_000 }

test('the sheet of a game is read on a page of its own, which leads back to the game', async () => {
  answers('/api/par_sheets/solar-sails', {
    identifier: 'northlight/solar-sails',
    definition: 'a'.repeat(64),
    content: '<h2>Rules</h2><table><tbody><tr><td>sun</td></tr></tbody></table>',
  })
  server.use(http.post('/api/games_filter/select', () => HttpResponse.json({ 'northlight/solar-sails': aGame() })))
  await show('/par/solar-sails')
  expect(await screen.findByRole('heading', { level: 1, name: /PAR sheet$/ }, PATIENT)).toBeDefined()
  expect(screen.getByRole('heading', { level: 2, name: 'Rules' }).closest('[lang]')?.getAttribute('lang')).toBe('en')
  expect((await screen.findByRole('link', { name: 'To the game' })).getAttribute('href')).toBe('/play/northlight/solar-sails')
  expect(await axeFindings(document.body)).toEqual([])
})

test('a game without a sheet has no such page', async () => {
  server.use(http.untyped.get('/api/par_sheets/nothing', () => HttpResponse.json({ error: { code: 'not_found', message: '' } }, { status: 404 })))
  await show('/par/nothing')
  expect(await screen.findByRole('heading', { name: "This table doesn't exist" }, PATIENT)).toBeDefined()
})
