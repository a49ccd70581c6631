import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { playerQuery } from '@/api/session/player'
import type { Player } from '@/api/types'
import { A_PLAYER, server } from '@/test/server'
import { closeToast, Toasts } from '@/ui/toast'
import { remindPassword } from '../api/remindPassword'
import { EmailCard } from './EmailCard'
import { PasswordCard } from './PasswordCard'
import { RemindForm } from './RemindForm'
import { ResendButton } from './ResendButton'

vi.mock('@/api/captcha/useCaptcha', () => ({
  useCaptcha: () => ({ take: () => Promise.resolve('proof'), takeHard: () => Promise.resolve('hard'), prepare: () => undefined }),
}))

const player = { ...A_PLAYER, confirmed_at: null } as unknown as Player
const NEW = 'Nordlys-ved-havet-42'

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  act(() => closeToast('confirmation'))
  act(() => closeToast('password'))
  cleanup()
  server.resetHandlers()
})
afterAll(() => server.close())

function show(children: ReactNode, who = player) {
  const client = new QueryClient()
  client.setQueryData(playerQuery.queryKey, who)
  render(
    <QueryClientProvider client={client}>
      {children}
      <Toasts />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

/** Takes the calls of `method path` with 204; answers their bodies. */
function taking(method: 'post' | 'put', path: string): unknown[] {
  const bodies: unknown[] = []
  server.use(
    http[method](path, async ({ request }) => {
      bodies.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return bodies
}

const refusing = (method: 'post' | 'put', path: string, errors: Record<string, { code: string; message: string }[]>) =>
  server.use(http[method](path, () => HttpResponse.json({ errors }, { status: 422 })))

const field = (name: string | RegExp) => screen.getByLabelText(name, { selector: 'input' })

test('a reminder is sent with a proof, and the answer does not say whether anybody has the address', async () => {
  const bodies = taking('post', '/api/users/password')
  const user = show(<RemindForm email="" onEmail={() => undefined} onClose={() => undefined} />)
  await user.click(screen.getByRole('button', { name: 'Send link' }))
  await screen.findByText('Please enter your e-mail address.')
  expect(bodies).toEqual([])
  await user.type(screen.getByRole('textbox', { name: /E-mail/ }), ' ada@example.com{Enter}')
  await screen.findByText(/If there.s an account for ada@example.com/)
  expect(bodies).toEqual([{ user: { email: 'ada@example.com', captcha: 'proof' } }])
})

test('who would rather have a link to sign in gets that one', async () => {
  const bodies = taking('post', '/api/users/sign_in_link')
  const user = show(<RemindForm email="ada@example.com" onEmail={() => undefined} onClose={() => undefined} />)
  await user.click(screen.getByRole('button', { name: 'E-mail me a link to get in instead' }))
  await screen.findByText(/a link to sign in is on its way/)
  expect(bodies).toEqual([{ user: { email: 'ada@example.com', captcha: 'proof' } }])
})

test('a refused reminder is thrown on with what the server said', async () => {
  refusing('post', '/api/users/password', { email: [{ code: 'VALIDATION.EMAIL.INVALID', message: 'No.' }] })
  const refused = await remindPassword({ email: 'a@', captcha: undefined }, 'key').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({ status: 422, fields: { email: [{ code: 'VALIDATION.EMAIL.INVALID' }] } })
})

test('of several complaints about a resend the first is told, in one toast', async () => {
  const complaint = (code: string) => ({ code: `VALIDATION.EMAIL.${code}`, message: code })
  refusing('post', '/api/users/confirmation', { email: [complaint('INVALID'), complaint('TAKEN')] })
  const user = show(<ResendButton email="ada@example.com" />)
  await user.click(screen.getByRole('button', { name: 'Send it again' }))
  const toasts = await screen.findAllByRole('alert')
  expect(toasts.map((toast) => toast.textContent)).toEqual(['Please enter an address like name@example.com.'])
})

test('a resend is told as a success', async () => {
  const bodies = taking('post', '/api/users/confirmation')
  const user = show(<ResendButton email="ada@example.com" />)
  await user.click(screen.getByRole('button', { name: 'Send it again' }))
  await screen.findByText(/It.s on its way/)
  expect(bodies).toEqual([{ user: { email: 'ada@example.com' } }])
})

test('a new password is typed twice the same, under the current one', async () => {
  const bodies = taking('put', '/api/users/password')
  const user = show(<PasswordCard />)
  await user.type(field(/^New password/), NEW)
  await user.type(field(/^Repeat/), `${NEW}x`)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  await screen.findByText(/passwords don.t match/)
  await screen.findByText('Please enter your current password.')
  expect(bodies).toEqual([])
  await user.type(field(/^Current password/), 'old one')
  await user.type(field(/^Repeat/), '{Backspace}{Enter}')
  await screen.findByText(/Your password was changed/)
  expect(bodies).toEqual([{ user: { current_password: 'old one', password: NEW, password_confirmation: NEW } }])
  expect((field(/^New password/) as HTMLInputElement).value).toBe('')
})

test('a wrong current password is told at its field', async () => {
  refusing('put', '/api/users/password', { current_password: [{ code: 'SIGN_IN.WRONG_PASSWORD', message: '' }] })
  const user = show(<PasswordCard />)
  await user.type(field(/^Current password/), 'wrong')
  await user.type(field(/^New password/), NEW)
  await user.type(field(/^Repeat/), `${NEW}{Enter}`)
  await screen.findByText('Wrong password.')
})

test('another address is asked for with the password, and nothing says whether it is free', async () => {
  const bodies = taking('post', '/api/users/email')
  const user = show(<EmailCard />)
  screen.getByText('Not confirmed yet')
  await user.type(screen.getByRole('textbox', { name: /New e-mail/ }), 'new@example.com')
  await user.type(field(/^Current password/), 'right{Enter}')
  await screen.findByText(/If nobody else has new@example.com/)
  expect(bodies).toEqual([{ user: { email: 'new@example.com', current_password: 'right' } }])
})

const guarded = { ...player, two_factor_enabled: true }

test('a guarded password is changed with a code of the app', async () => {
  const bodies = taking('put', '/api/users/password')
  const user = show(<PasswordCard />, guarded)
  await user.type(field(/^Current password/), 'old one')
  await user.type(field(/^New password/), NEW)
  await user.type(field(/^Repeat/), `${NEW}{Enter}`)
  await screen.findByText('Please enter the code.')
  expect(bodies).toEqual([])
  await user.type(field(/^Code from the app/), '123 456{Enter}')
  await screen.findByText(/Your password was changed/)
  expect(bodies).toEqual([{ user: { current_password: 'old one', password: NEW, password_confirmation: NEW, otp_attempt: '123456' } }])
})

test('a guarded address is changed with a recovery code when the phone is lost', async () => {
  const bodies = taking('post', '/api/users/email')
  const user = show(<EmailCard />, guarded)
  await user.type(screen.getByRole('textbox', { name: /New e-mail/ }), 'new@example.com')
  await user.type(field(/^Current password/), 'right')
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  await user.type(field(/^Recovery code/), 'ABCDE-23456{Enter}')
  await screen.findByText(/If nobody else has new@example.com/)
  expect(bodies).toEqual([{ user: { email: 'new@example.com', current_password: 'right', recovery_code: 'ABCDE-23456' } }])
})
