import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { acceptCookies } from '@/lib/consent'
import { deliverLog, type LogEntry } from '@/lib/log'
import { deliverRefusedForms, type RefusedForm } from '@/lib/refusedForms'
import { answers, A_PLAYER, server } from '@/test/server'
import { SignUpForm } from './SignUpForm'

const spec = (field: string, type: string, required = true) => ({ field, type, required, editable: true })
const FIELDS = [spec('email', 'email'), spec('password', 'password'), spec('nickname', 'text', false), spec('receive_promos', 'checkbox', false)]

let refused: RefusedForm[] = []
let logged: LogEntry[] = []

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  refused = []
  logged = []
  sessionStorage.clear()
  deliverRefusedForms((form) => refused.push(form))
  deliverLog((entry) => logged.push(entry))
  answers('/api/info/player_fields', { contexts: { registration: FIELDS.map(({ field }) => field) }, fields: FIELDS })
  server.use(http.post('/check-email', () => HttpResponse.json({ valid: true, available: true })))
})
afterEach(() => {
  cleanup()
  server.resetHandlers()
  document.cookie = 'affb_id=; Max-Age=0; Path=/'
})
afterAll(() => server.close())

/** The form for a guest whom the affiliate `affb_id` has sent. */
async function show(affiliate: string) {
  document.cookie = `affb_id=${affiliate}; Path=/`
  const onDone = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SignUpForm email="" onEmail={() => undefined} onDone={onDone} onKnownEmail={() => undefined} />
    </QueryClientProvider>,
  )
  await screen.findByRole('textbox', { name: /E-mail/ })
  return onDone
}

function fill(email: string) {
  fireEvent.change(screen.getByRole('textbox', { name: /E-mail/ }), { target: { value: email } })
  fireEvent.change(screen.getByLabelText(/Password/), { target: { value: 'Zu9!kelmotra' } })
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('which half a visitor saw is told once a session, once cookies are accepted', async () => {
  await show('abcf')
  cleanup()
  const told = () => logged.filter(({ code }) => code === 'AB_REGISTRATION')
  expect(told()).toEqual([])
  acceptCookies()
  await show('abcf')
  expect(told()).toMatchObject([{ level: 'info', message: 'variant 1' }])
})

test('one half sees one form', async () => {
  await show('abce')
  expect(screen.getByRole('button', { name: 'Create account' })).toBeDefined()
  expect(screen.getByRole('checkbox')).toBeDefined()
  expect(screen.queryByText(/Step/)).toBeNull()
})

test('the other half goes in three steps, and back to where the house has something against', async () => {
  const sent: unknown[] = []
  let isTaken = true
  server.use(
    http.post('/api/users', async ({ request }) => {
      sent.push(await request.json())
      return isTaken
        ? HttpResponse.json({ errors: { email: [{ code: 'VALIDATION.EMAIL.TAKEN', message: '' }] } }, { status: 422 })
        : HttpResponse.json(A_PLAYER, { status: 201 })
    }),
  )
  answers('/api/player', A_PLAYER)
  const onDone = await show('abcf')
  expect(screen.getByText('Step 1 of 3')).toBeDefined()
  await press('Continue')
  expect(await screen.findByText('Step 1 of 3')).toBeDefined()
  expect(refused).toMatchObject([{ side: 'client', component: 'registration', errors: { email: 'VALIDATION.EMAIL.REQUIRED' } }])

  fill('ada@example.com')
  await press('Continue')
  expect(await screen.findByRole('textbox', { name: /Nickname/ })).toBeDefined()
  await press('Continue')
  await userEvent.click(await screen.findByRole('checkbox'))
  await press('Create account')
  expect(await screen.findByText('Step 1 of 3')).toBeDefined()
  expect(refused.at(-1)).toEqual({ side: 'server', component: 'registration', errors: { email: 'VALIDATION.EMAIL.TAKEN' } })

  isTaken = false
  await press('Continue')
  await press('Continue')
  await press('Create account')
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent.at(-1)).toMatchObject({ user: { email: 'ada@example.com', receive_promos: true, affb_id: 'abcf' } })
}, 20_000)
