import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { A_PLAYER, answers, server } from '@/test/server'
import { SignInForm } from './SignInForm'

const refusal = (field: string, code: string) => HttpResponse.json({ errors: { [field]: [{ code, message: code }] } }, { status: 422 })

/** What was sent to sign in, in order. */
let sent: Record<string, unknown>[]
/** What the second step is answered with. */
let answer: () => Response

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  sent = []
  answer = () => HttpResponse.json({ id: 1 }, { status: 201 })
  answers('/api/player', A_PLAYER)
  server.use(
    http.post('/api/users/sign_in', async ({ request }) => {
      const { user } = (await request.json()) as { user: Record<string, unknown> }
      sent.push(user)
      return 'password' in user ? HttpResponse.json({ two_factor_required: true }, { status: 202 }) : answer()
    }),
  )
})
afterEach(() => {
  cleanup()
  server.resetHandlers()
})
afterAll(() => server.close())

async function givePassword() {
  const onDone = vi.fn()
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <SignInForm email="" onEmail={() => undefined} onDone={onDone} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await user.type(screen.getByRole('textbox', { name: /E-mail/ }), 'ada@example.com')
  await user.type(screen.getByLabelText(/Password/), 'a password')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  const code = await screen.findByRole('textbox', { name: /Code from the app/ })
  return { user, onDone, client, code }
}

test('a player with a second factor is in once the code was given', async () => {
  const { user, onDone, client, code } = await givePassword()
  expect(onDone).not.toHaveBeenCalled()
  expect(client.getQueryData(['player'])).toBeUndefined()
  await user.type(code, '123 456{Enter}')
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent[1]).toEqual({ otp_attempt: '123456' })
})

test('a wrong code is told at the field, which keeps what was typed', async () => {
  answer = () => refusal('otp_attempt', 'SIGN_IN.WRONG_CODE')
  const { user, onDone, code } = await givePassword()
  await user.type(code, '12345{Enter}')
  await screen.findByText('The code has 6 digits.')
  expect(sent).toHaveLength(1)
  await user.type(code, '6{Enter}')
  await screen.findByText('This code is wrong or has already been used.')
  expect(code).toHaveProperty('value', '123456')
  expect(document.activeElement).toBe(code)
  expect(onDone).not.toHaveBeenCalled()
})

test('a recovery code opens in place of the app', async () => {
  const { user, onDone } = await givePassword()
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  await user.type(screen.getByRole('textbox', { name: /Recovery code/ }), 'ABCDE-23456{Enter}')
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent[1]).toEqual({ recovery_code: 'ABCDE-23456' })
})

test('a sign-in that took too long asks for the password again and says why', async () => {
  answer = () => refusal('otp_attempt', 'SIGN_IN.EXPIRED')
  const { user, code } = await givePassword()
  await user.type(code, '123456{Enter}')
  await screen.findByText('That took too long. Please enter your e-mail and password again.')
  screen.getByLabelText(/Password/)
})
