import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { answers, server } from '@/test/server'
import { closeToast, Toasts } from '@/ui/toast'
import { GuestOffers } from './GuestOffers'
import { SubscribeButton } from './SubscribeButton'
import { SubscriptionsCard } from './SubscriptionsCard'

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  act(() => closeToast('subscription'))
  cleanup()
  server.resetHandlers()
})
afterAll(() => server.close())

function show(children: ReactNode) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      {children}
      <Toasts />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

/** Takes what is saved, and answers it; the bodies that came. */
function saving(): unknown[] {
  const bodies: unknown[] = []
  server.use(
    http.put('/api/subscriptions', async ({ request }) => {
      const body = await request.json()
      bodies.push(body)
      return HttpResponse.json(body as object)
    }),
  )
  return bodies
}

test.each([
  ['already', true, 'status', /already get offers/],
  ['done', false, 'status', /get our offers by e-mail from now on/],
])('subscribing is told as %s', async (_, subscribed, role, text) => {
  answers('/api/subscriptions', { receive_promos: subscribed, receive_sms_promos: true })
  const bodies = saving()
  const user = show(<SubscribeButton />)
  await user.click(screen.getByRole('button', { name: 'Get offers by e-mail' }))
  expect((await screen.findByText(text)).closest(`[role="${role}"]`)).not.toBeNull()
  expect(bodies).toEqual(subscribed ? [] : [{ receive_promos: true, receive_sms_promos: true }])
})

test('subscribing that fails is told as a warning', async () => {
  server.use(http.put('/api/subscriptions', () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })))
  const user = show(<SubscribeButton />)
  await user.click(screen.getByRole('button', { name: 'Get offers by e-mail' }))
  await screen.findByText(/Something went wrong/)
})

test('a switch counts at once and leaves the other as it is', async () => {
  answers('/api/subscriptions', { receive_promos: false, receive_sms_promos: true })
  const bodies = saving()
  const user = show(<SubscriptionsCard />)
  await user.click(await screen.findByRole('switch', { name: 'Offers by e-mail' }))
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Offers by e-mail' })).toHaveProperty('checked', true))
  expect(bodies).toEqual([{ receive_promos: true, receive_sms_promos: true }])
})

describe('a guest', () => {
  const theButton = () => screen.getByRole('button', { name: 'Get offers by e-mail' })

  beforeEach(() => answers('/api/player/settings', { recaptcha_key: null, captcha: 'none' }))

  /** Opens the form and sends `email`; the bodies that came. */
  async function asking(email: string, answer: () => Response): Promise<unknown[]> {
    const bodies: unknown[] = []
    server.use(
      http.post('/api/subscriptions', async ({ request }) => {
        bodies.push(await request.json())
        return answer()
      }),
    )
    const user = show(<GuestOffers />)
    await user.click(theButton())
    await user.type(screen.getByRole('textbox'), email)
    await user.click(theButton())
    return bodies
  }

  test('asks for offers and is sent to the mailbox', async () => {
    const bodies = await asking('guest@example.com', () => new HttpResponse(null, { status: 204 }))
    const told = await screen.findByText(/link that we've sent to guest@example.com/)
    expect(document.activeElement).toBe(told.closest('[role="status"]'))
    expect(bodies).toEqual([{ email: 'guest@example.com', locale: 'en' }])
  })

  test('is warned when the call fails, and may try again', async () => {
    await asking('guest@example.com', () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 }))
    await screen.findByText(/Something went wrong. Please/)
    expect(theButton()).toBeDefined()
  })

  test('is told of an address that is none before anything is sent', async () => {
    const bodies = await asking('nobody', () => new HttpResponse(null, { status: 204 }))
    await waitFor(() => expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true'))
    expect(bodies).toEqual([])
  })
})
