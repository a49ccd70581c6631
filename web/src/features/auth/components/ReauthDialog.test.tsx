import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { request } from '@/api/client'
import { onAuthError } from '@/api/transport'
import { requestReauthentication } from '@/api/reauth'
import { playerQuery } from '@/api/session/player'
import { createQueryClient } from '@/app/queryClient'
import { Reauth } from '@/app/shell/Reauth'
import { http } from '@/test/http'
import { A_PLAYER, aPayment, server } from '@/test/server'

let fresh = false
let keys: string[] = []

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  fresh = false
  keys = []
  server.use(
    http.post('/api/player/payments', ({ request: call }) => {
      keys.push(call.headers.get('idempotency-key') ?? '')
      if (fresh) return HttpResponse.json(aPayment({ id: 'p1' }), { status: 201 })
      return HttpResponse.json({ error: { code: 'reauth_required', message: '' } }, { status: 403 })
    }),
    http.post('/api/users/reauthenticate', async ({ request: call }) => {
      const { password } = await call.json()
      if (password !== 'right') {
        return HttpResponse.json({ errors: { password: [{ code: 'SIGN_IN.WRONG_PASSWORD', message: '' }] } }, { status: 422 })
      }
      fresh = true
      return new HttpResponse(null, { status: 204 })
    }),
  )
})
afterEach(() => {
  cleanup()
  server.resetHandlers()
})
afterAll(() => server.close())

function showSite() {
  const client = createQueryClient()
  client.setQueryData(playerQuery.queryKey, A_PLAYER)
  render(
    <QueryClientProvider client={client}>
      <label>
        Amount
        <input defaultValue="" />
      </label>
      <Reauth />
    </QueryClientProvider>,
  )
  return client
}

const PAYMENT = { action: 'deposit', payment_method_id: 'card', currency: 'EUR', amount_cents: 1_000 } as const

const passwordField = () => screen.findByLabelText(/password/i, { selector: 'input' })

const pay = (key: string) => request('POST', '/api/player/payments', { body: PAYMENT, idempotencyKey: key })

test('one dialog serves all calls that wait, which go on under their keys', async () => {
  const user = userEvent.setup()
  showSite()
  await user.type(screen.getByLabelText('Amount'), '50')
  const paid = Promise.all([pay('a'), pay('b')])
  const field = await passwordField()
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await waitFor(() => expect(document.activeElement).toBe(field))

  await user.type(field, 'wrong{Enter}')
  await screen.findByText('Wrong password.')
  await user.clear(field)
  await user.type(field, 'right{Enter}')
  await expect(paid).resolves.toMatchObject([{ id: 'p1' }, { id: 'p1' }])
  expect([...keys].sort()).toEqual(['a', 'a', 'b', 'b'])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('50')
})

test('a call without a key of its own is repeated under the one that it got', async () => {
  const user = userEvent.setup()
  showSite()
  const paid = request('POST', '/api/player/payments', { body: PAYMENT })
  await user.type(await passwordField(), 'right{Enter}')
  await paid
  expect(new Set(keys).size).toBe(1)
  expect(keys).toHaveLength(2)
})

test('closing it fails the calls, and nobody is signed out', async () => {
  const user = userEvent.setup()
  let ended = 0
  const stop = onAuthError(() => {
    ended += 1
  })
  const client = showSite()
  const refused = pay('a').catch((error: unknown) => error)
  await passwordField()
  await user.keyboard('{Escape}')
  await expect(refused).resolves.toMatchObject({ status: 403, code: 'reauth_required' })
  stop()
  expect(ended).toBe(0)
  expect(client.getQueryData(playerQuery.queryKey)).toMatchObject({ id: A_PLAYER.id })
})

test('an empty password is not sent', async () => {
  const user = userEvent.setup()
  showSite()
  const asked = requestReauthentication()
  await passwordField()
  await user.keyboard('{Enter}')
  await screen.findByText('Please enter your password.')
  await user.keyboard('{Escape}')
  await expect(asked).resolves.toBe(false)
})

test('who is signed out meanwhile is asked no more', async () => {
  const client = showSite()
  const asked = requestReauthentication()
  await passwordField()
  client.setQueryData(playerQuery.queryKey, null)
  await expect(asked).resolves.toBe(false)
})

test('where nothing can ask, the answer is no', async () => {
  await expect(requestReauthentication()).resolves.toBe(false)
})
