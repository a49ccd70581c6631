import { createMemoryHistory } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clientContextQuery } from '@/api/session/clientContext'
import { playerQuery } from '@/api/session/player'
import type { Player } from '@/api/types'
import { surveyQuery, type SurveyConfig } from '@/features/analytics/api/survey'
import { axeFindings } from '@/test/axe'
import { http } from '@/test/http'
import { A_PLAYER, aContext, answers, server } from '@/test/server'
import { flushIdleQueue } from '@/test/idleQueue'
import { App } from '../../App'
import { createQueryClient } from '../../queryClient'
import { createAppRouter } from '../../router'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

const SURVEY: SurveyConfig = { survey_id: 'spring', survey_collector_id: 'site', is_enable_widget: true }

beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }))
beforeEach(() => {
  // Promises must go on: only what waits for its time is held.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(async () => {
  cleanup()
  await flushIdleQueue()
  server.resetHandlers()
})
afterAll(() => server.close())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const question = () => screen.queryByRole('form', { name: 'How likely are you to recommend us to a friend?' })

interface Visit {
  address?: string
  /** What is opened over the page. */
  modal?: string
  player?: Player | null
  restricted?: boolean
  survey?: SurveyConfig | null
}

/** A visit of five minutes and a little. */
async function openAddresses({ address = '/payments', modal, player = A_PLAYER, restricted = false, survey = SURVEY }: Visit = {}) {
  const client = createQueryClient()
  client.setQueryData(clientContextQuery.queryKey, aContext({ country: 'CA', is_restricted: restricted }))
  client.setQueryData(playerQuery.queryKey, player)
  // After five minutes the site asks again who is signed in.
  answers('/api/player', player ?? {})
  client.setQueryDefaults(surveyQuery.queryKey, { gcTime: Infinity })
  client.setQueryData(surveyQuery.queryKey, survey)
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createAppRouter(client, { history })
  await router.load()
  if (modal) {
    history.push(modal)
    await router.load()
  }
  render(<App queryClient={client} router={router} />)
  await pass(3_000)
  await act(async () => {
    await import('./Extras')
    await import('@/features/analytics/components/Survey')
  })
  await pass(1_000)
  expect(question()).toBeNull()
  await pass(5 * 60_000)
  await act(() => vi.dynamicImportSettled())
  return router
}

test('a player is asked after five minutes, once', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('/api/survey', async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await openAddresses()
  const form = screen.getByRole('form', { name: /recommend us/ })
  vi.useRealTimers()
  expect(await axeFindings(form)).toEqual([])
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: '9' }))
  fireEvent.change(screen.getByRole('textbox', { name: /reason/ }), { target: { value: 'fast' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await vi.waitFor(() => expect(question()).toBeNull())
  expect(sent).toEqual([{ survey_id: 'spring', survey_collector_id: 'site', score: 9, comment: 'fast', locale: 'en' }])
  expect(localStorage.getItem('survey_done')).toBe('spring')
})

test.each<[string, Visit]>([
  ['a guest', { player: null }],
  ['a visitor of a restricted country', { restricted: true }],
  ['a player in a game', { address: '/play/northlight/solar-sails?mode=real' }],
  ['a player with a modal open', { modal: '/popup/profile-data' }],
  ['a player while no survey is on', { survey: null }],
])('%s is not asked', async (_who, circumstances) => {
  await openAddresses(circumstances)
  expect(question()).toBeNull()
})

test('who is in a game by then is asked after leaving it', async () => {
  const router = await openAddresses({ address: '/play/northlight/solar-sails?mode=real' })
  expect(question()).toBeNull()
  act(() => void router.navigate({ to: '/payments' }))
  await pass(1_000)
  await act(() => vi.dynamicImportSettled())
  expect(question()).not.toBeNull()
})

test('who turned a survey down is asked the next one only', async () => {
  localStorage.setItem('survey_done', 'spring')
  await openAddresses()
  expect(question()).toBeNull()
  cleanup()
  sessionStorage.clear()
  await openAddresses({ survey: { ...SURVEY, survey_id: 'summer' } })
  expect(question()).not.toBeNull()
})
