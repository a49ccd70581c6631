import { configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { http } from '@/test/http'
import { answers, aPlayer, server } from '@/test/server'
import { show, withServer } from '@/test/site'
import { closeToast } from '@/ui/toast'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()
afterEach(() => closeToast('confirmation'))
// Each opens the whole site, whose parts come one by one.
vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 20_000 })

const CONFIRMED_AT = '2026-01-02T00:00:00.000Z'
const CONFIRM = '/api/users/confirmation'

/** Waits until an address counts as confirmed and the page has given way. */
async function confirmed(router: Awaited<ReturnType<typeof show>>['router']) {
  await screen.findByText('Your address is confirmed. Thank you.')
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/confirmation'))
}

/** Answers calls of the confirmation one after the other; answers how many were made. */
function confirming(...given: (() => Response)[]): () => number {
  let calls = 0
  server.use(
    http.untyped.get(CONFIRM, () => {
      calls += 1
      return given[calls - 1]!()
    }),
  )
  return () => calls
}

const done = () => new HttpResponse(null, { status: 204 })
const used = () => HttpResponse.json({ errors: { confirmation_token: [{ code: 'VALIDATION.CONFIRMATION_TOKEN.INVALID', message: '' }] } }, { status: 422 })

const theButton = () => screen.findByRole('button', { name: 'Confirm my address' })

test('an address is confirmed by the button, not by opening the link', async () => {
  const calls = confirming(done)
  const { router } = await show('/confirmation?confirmation_token=abc')
  const button = await theButton()
  expect(calls()).toBe(0)
  await userEvent.setup().click(button)
  await confirmed(router)
  expect(calls()).toBe(1)
})

test('a call whose answer was lost is told as the success that it was', async () => {
  answers('/api/player', aPlayer())
  confirming(() => {
    answers('/api/player', aPlayer({ confirmed_at: CONFIRMED_AT }))
    return used()
  })
  const { router } = await show('/confirmation?confirmation_token=abc')
  await userEvent.setup().click(await theButton())
  await confirmed(router)
})

test('a link that does not count says so, also to a player whose address is confirmed', async () => {
  answers('/api/player', aPlayer({ confirmed_at: CONFIRMED_AT }))
  confirming(used)
  await show('/confirmation?confirmation_token=old')
  await userEvent.setup().click(await theButton())
  await screen.findByRole('heading', { name: "This link doesn't work" })
})

test('a server that fails leaves the button for another try', async () => {
  confirming(() => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 }), done)
  const { router } = await show('/confirmation?confirmation_token=abc')
  const user = userEvent.setup()
  await user.click(await theButton())
  await screen.findByRole('alert')
  await user.click(await theButton())
  await confirmed(router)
})

test('offers end by the button, not by opening the link', async () => {
  const bodies: unknown[] = []
  server.use(
    http.untyped.post('/api/subscriptions/unsubscribe', async ({ request }) => {
      bodies.push(await request.json())
      return bodies.length === 1 ? HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 }) : done()
    }),
  )
  await show('/unsubscribe?token=7.abc')
  const user = userEvent.setup()
  const button = await screen.findByRole('button', { name: 'Unsubscribe' })
  expect(bodies).toEqual([])
  await user.click(button)
  await screen.findByRole('alert')
  await user.click(button)
  await screen.findByRole('heading', { name: "You're unsubscribed" })
  expect(bodies).toEqual([{ token: '7.abc' }, { token: '7.abc' }])
})

test.each([
  ['done', "You'll get our offers by e-mail from now on."],
  ['already', 'You already get offers by e-mail.'],
])('a wish for offers is confirmed by the button, and told as %s', async (outcome, text) => {
  const bodies: unknown[] = []
  server.use(
    http.untyped.post('/api/subscriptions/confirm', async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json({ outcome })
    }),
  )
  const { router } = await show('/subscription?token=67.en.1.abc')
  const button = await screen.findByRole('button', { name: 'Yes, send me offers' })
  expect(bodies).toEqual([])
  await userEvent.setup().click(button)
  await screen.findByText(text)
  await waitFor(() => expect(router.state.location.pathname).toBe('/promotions'))
  expect(bodies).toEqual([{ token: '67.en.1.abc' }])
  closeToast('subscription')
})

test('who takes a break is told why no offers come', async () => {
  const stopped = { error: { code: 'self_excluded', message: '', until: '2027-03-04T12:00:00.000Z' } }
  server.use(http.untyped.post('/api/subscriptions/confirm', () => HttpResponse.json(stopped, { status: 403 })))
  await show('/subscription?token=67.en.1.abc')
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Yes, send me offers' }))
  await screen.findByText(/^Your account is self-excluded until .*2027/)
  closeToast('subscription')
})

test('a link of a wish for offers that does not count says so', async () => {
  server.use(
    http.untyped.post('/api/subscriptions/confirm', () =>
      HttpResponse.json({ errors: { token: [{ code: 'VALIDATION.TOKEN.INVALID', message: '' }] } }, { status: 422 }),
    ),
  )
  await show('/subscription?token=old')
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Yes, send me offers' }))
  await screen.findByRole('heading', { name: "This link doesn't work" })
  closeToast('subscription')
})
