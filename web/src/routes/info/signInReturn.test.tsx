import { configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { http } from '@/test/http'
import { aPlayer, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()
// Each opens the whole site, whose parts come one by one.
vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 20_000 })

/** What was sent to end a sign-in. */
let sent: Record<string, unknown>[]
let calls: string[]
let answer: () => Response

beforeEach(() => {
  sent = []
  calls = []
  answers('/api/player', {})
  server.use(
    http.untyped.post('/api/auth_providers/finish', async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>)
      return answer()
    }),
  )
})

const arrived = (outcome: string, more: object = {}) => HttpResponse.json({ outcome, provider: 'Northgate', return_to: '/support', ...more })

test('what a provider sends back is sent on once, and leads to where the visitor was', async () => {
  answer = () => {
    answers('/api/player', aPlayer({}))
    return arrived('signed_in')
  }
  const { router } = await show('/sign-in-return?state=s-1&code=12345678901234567890&iss=https%3A%2F%2Fnorth.example')
  await waitFor(() => expect(router.state.location.pathname).toBe('/support'))
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ state: 's-1', code: '12345678901234567890', iss: 'https://north.example' })
})

test('a sign-in that is over or was canceled says so', async () => {
  answer = () => HttpResponse.json({ error: { code: 'provider_sign_in_canceled', message: '' } }, { status: 409 })
  await show('/sign-in-return?state=s-1&error=access_denied')
  await screen.findByText('The sign-in was cancelled.')
  expect(sent[0]).toMatchObject({ error: 'access_denied' })
  expect(screen.getByRole('link', { name: 'Back to sign-in' })).toBeDefined()
})

test('a known address is linked after its player has signed in', async () => {
  answer = () => arrived('link_offered', { email: 'jane@example.com' })
  server.use(
    http.untyped.post('/api/users/sign_in', () => {
      calls.push('sign in')
      answers('/api/player', aPlayer({ email: 'jane@example.com' }))
      return HttpResponse.json({ id: 1 }, { status: 201 })
    }),
    http.untyped.post('/api/player/auth_providers', () => {
      calls.push('link')
      return HttpResponse.json([], { status: 201 })
    }),
  )
  await show('/sign-in-return?state=s-1&code=c-1')
  await screen.findByRole('heading', { name: 'You already have an account' })
  expect(calls).toEqual([])
  await userEvent.type(await screen.findByLabelText(/^Password/), 'a password')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(calls).toEqual(['sign in', 'link']))
})

test('buttons are there where providers are configured', async () => {
  answers('/api/auth_providers', [{ name: 'northgate', title: 'Northgate' }])
  const begun: unknown[] = []
  server.use(
    http.untyped.post('/api/auth_providers/northgate/flows', async ({ request }) => {
      begun.push(await request.json())
      return HttpResponse.json({ error: { code: 'provider_failed', message: '' } }, { status: 409 })
    }),
  )
  await show('/sign-in?redirect=%2Fsupport')
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with Northgate' }))
  await screen.findByText(/can.t say who you are right now/)
  expect(begun).toEqual([{ purpose: 'sign_in', return_to: '/support', locale: 'en' }])
})
