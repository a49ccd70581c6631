import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { HttpResponse } from 'msw'
import { aGame } from '@/test/games'
import { http } from '@/test/http'
import { A_PLAYER, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const GAME = '/play/northlight/solar-sails'
const UPCOMING = aGame({ categories: ['slots', 'prerelease'] })

/** Ways to play this game for money that are on the page. */
const realLinks = () => screen.queryAllByRole('link').filter((link) => link.getAttribute('href')?.endsWith(`${GAME}?mode=real`))

beforeEach(() => {
  answers('/api/player', A_PLAYER)
  answers('/api/games/northlight/solar-sails', UPCOMING)
  server.use(
    http.untyped.post('/api/games/launch', () =>
      HttpResponse.json({ launch_url: '/house-games/?client=slots#session=t', session_id: 's', mode: 'demo', currency: 'EUR' }, { status: 201 }),
    ),
  )
})

test('the poster of a game that is not out yet offers free play alone', async () => {
  await show(GAME)
  const main = within(await screen.findByRole('main'))
  expect(await main.findByText('Coming soon. Free play is open.')).toBeDefined()
  expect(main.getByRole('link', { name: 'Free play' })).toBeDefined()
  expect(realLinks()).toEqual([])
})

test('beside its demo there is no way to real play', async () => {
  await show(`${GAME}?mode=demo`)
  await waitFor(() => expect(screen.getByTitle('Solar Sails').tagName).toBe('IFRAME'))
  expect(realLinks()).toEqual([])
})
