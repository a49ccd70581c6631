import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CaptchaError } from '@/api/captcha/captcha'
import { deliverLog, type LogEntry } from '@/platform/log'
import { deliverRefusedForms, type RefusedForm } from '@/platform/refusedForms'
import { http } from '@/test/http'
import { server } from '@/test/server'
import { closeToast, Toasts } from '@/ui/toast'
import { SignInForm } from './SignInForm'

const captcha = vi.hoisted(() => ({
  take: (_onWait?: () => void) => Promise.resolve<string | undefined>(undefined),
  takeHard: () => Promise.resolve<string | undefined>('hard'),
  prepare: () => undefined,
}))
vi.mock('@/api/captcha/useCaptcha', () => ({ useCaptcha: () => captcha }))

const WRONG = { errors: { email: [{ code: 'SIGN_IN.INVALID', message: 'Wrong e-mail or password.' }] } }
const ADDRESS = 'ada@example.com'

let refused: RefusedForm[]
let logged: LogEntry[]
let stops: (() => void)[]

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // What waited from another test is nobody's.
  deliverRefusedForms(() => undefined)()
  deliverLog(() => undefined)()
  refused = []
  logged = []
  stops = [deliverRefusedForms((form) => refused.push(form)), deliverLog((entry) => logged.push(entry))]
})
afterEach(() => {
  for (const stop of stops) stop()
  closeToast('captcha')
  cleanup()
  server.resetHandlers()
})
afterAll(() => server.close())

function show() {
  const onDone = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SignInForm email="" onEmail={() => undefined} onDone={onDone} />
      <Toasts />
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), onDone }
}

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByRole('textbox', { name: /E-mail/ }), ADDRESS)
  await user.type(screen.getByLabelText(/Password/), 'not-the-password')
}
const press = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Sign in' }))
const codes = () => logged.map(({ code }) => code)

test('a form that is not in order is told once per try, and not while it is filled in', async () => {
  const { user } = show()
  await user.type(screen.getByRole('textbox', { name: /E-mail/ }), 'no address')
  expect(refused).toEqual([])
  await press(user)
  expect(refused).toEqual([{ side: 'client', component: 'sign_in', errors: { email: 'VALIDATION.EMAIL.INVALID', password: 'VALIDATION.PASSWORD.REQUIRED' } }])
  await user.type(screen.getByLabelText(/Password/), 'x')
  await press(user)
  expect(refused).toHaveLength(2)
})

test('a wrong password is told in the form, and each of its codes stands in the log once', async () => {
  server.use(http.post('/api/users/sign_in', () => HttpResponse.json(WRONG, { status: 422 })))
  const { user, onDone } = show()
  await fillIn(user)
  await press(user)
  await screen.findByText('Wrong e-mail or password.')
  expect(codes()).toEqual(['POST_API_USERS_SIGN_IN', 'SIGN_IN_ERROR', 'LOGIN_ERROR'])
  expect(refused).toEqual([{ side: 'server', component: 'sign_in', errors: { email: 'SIGN_IN.INVALID' } }])
  expect(JSON.stringify(logged)).not.toContain('not-the-password')
  expect(onDone).not.toHaveBeenCalled()
})

test('where others have guessed too often, more work is done and the form goes on', async () => {
  const sent: unknown[] = []
  let finish: () => void = () => undefined
  captcha.takeHard = () => new Promise((resolve) => (finish = () => resolve('hard')))
  server.use(
    http.post('/api/users/sign_in', async ({ request }) => {
      const { user } = (await request.json()) as { user: { captcha?: string } }
      sent.push(user.captcha)
      return user.captcha === 'hard'
        ? HttpResponse.json(WRONG, { status: 422 })
        : HttpResponse.json({ error: { code: 'hard_captcha_required', message: '' } }, { status: 429, headers: { 'Retry-After': '60' } })
    }),
  )
  const { user } = show()
  await fillIn(user)
  await press(user)
  await screen.findByText(/We.re verifying your browser/)
  finish()
  await screen.findByText('Wrong e-mail or password.')
  expect(sent).toEqual([undefined, 'hard'])
  expect(screen.queryByText(/We.re verifying your browser/)).toBeNull()
})

test('who waits for the check of the browser is told', async () => {
  let finish: (proof: undefined) => void = () => undefined
  captcha.take = (onWait) => {
    onWait?.()
    return new Promise((resolve) => (finish = resolve))
  }
  server.use(http.post('/api/users/sign_in', () => HttpResponse.json(WRONG, { status: 422 })))
  const { user } = show()
  await fillIn(user)
  await press(user)
  await screen.findByText('Checking your browser…')
  finish(undefined)
  await screen.findByText('Wrong e-mail or password.')
  expect(screen.queryByText('Checking your browser…')).toBeNull()
})

test('a proof that does not come is told, and nothing is sent', async () => {
  captcha.take = () => Promise.reject(new CaptchaError('too late'))
  const { user } = show()
  await fillIn(user)
  await press(user)
  await waitFor(() => expect(screen.getAllByRole('alert').length).toBeGreaterThan(0))
  expect(codes()).toEqual(['CAPTCHA_TOKEN_ERROR'])
})
