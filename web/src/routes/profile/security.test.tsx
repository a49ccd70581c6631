import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { A_PLAYER, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()
// Each opens the whole site, whose parts come one by one.
vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 20_000 })

const AT = '2026-01-01T00:00:00.000Z'
const CODES = ['ABCDE-23456', 'FGHIJ-34567']

const aSession = (id: string, changes: object = {}) => ({
  id,
  current: false,
  browser: 'Firefox',
  system: 'Linux',
  country: 'EE',
  created_at: AT,
  seen_at: AT,
  ...changes,
})

/** What the server knows. */
let isEnabled: boolean
let sessions: ReturnType<typeof aSession>[]
let calls: string[]

beforeEach(() => {
  isEnabled = false
  calls = []
  sessions = [aSession('own', { current: true, browser: 'Chrome' }), aSession('other'), aSession('third', { browser: null, system: null, country: null })]
  answers('/api/player', { ...A_PLAYER, created_at: AT })
  server.use(
    http.get('/api/player/two_factor', () => HttpResponse.json({ enabled: isEnabled, recovery_codes_left: isEnabled ? 10 : 0 })),
    http.post('/api/player/two_factor', async ({ request }) => {
      const { password } = (await request.json()) as { password: string }
      if (password !== 'a password') return HttpResponse.json({ errors: { password: [{ code: 'SIGN_IN.WRONG_PASSWORD', message: '' }] } }, { status: 422 })
      return HttpResponse.json(
        { secret: 'GEZDGNBVGY3TQOJQ', otpauth_url: 'otpauth://totp/x', qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
        { status: 201 },
      )
    }),
    http.put('/api/player/two_factor', async ({ request }) => {
      const { otp_attempt } = (await request.json()) as { otp_attempt: string }
      if (otp_attempt !== '123456') return HttpResponse.json({ errors: { otp_attempt: [{ code: 'SIGN_IN.WRONG_CODE', message: '' }] } }, { status: 422 })
      isEnabled = true
      return HttpResponse.json({ recovery_codes: CODES })
    }),
    http.delete('/api/player/two_factor', async ({ request }) => {
      calls.push(`off ${JSON.stringify(await request.json())}`)
      isEnabled = false
      return new HttpResponse(null, { status: 204 })
    }),
    http.get('/api/player/sessions', () => HttpResponse.json(sessions)),
    http.delete('/api/player/sessions/:id', ({ params }) => {
      calls.push(`end ${String(params.id)}`)
      sessions = sessions.filter(({ id }) => id !== params.id)
      return new HttpResponse(null, { status: 204 })
    }),
    http.delete('/api/player/sessions', () => {
      calls.push('end others')
      sessions = sessions.filter(({ current }) => current)
      return HttpResponse.json({ ended: 2 })
    }),
  )
})

const theSwitch = () => screen.findByRole('switch', { name: 'Ask for a code when I sign in' })

/** Gives the password, up to the QR code. */
async function begin(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await theSwitch())
  await user.type(await screen.findByLabelText(/^Password/, { selector: 'input' }), 'a password{Enter}')
}

test('the password is asked for before anything is set up', async () => {
  const user = userEvent.setup()
  await show('/profile/security')
  await user.click(await theSwitch())
  const field = await screen.findByLabelText(/^Password/, { selector: 'input' })
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText('Please enter your password.')
  await user.type(field, 'another{Enter}')
  await screen.findByText('Wrong password.')
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull()
})

test('codes whose answer was lost are replaced by new ones', async () => {
  server.use(
    http.put('/api/player/two_factor', () => {
      isEnabled = true
      return HttpResponse.json({ error: { code: 'two_factor_enabled', message: '' } }, { status: 409 })
    }),
    http.post('/api/player/two_factor/recovery_codes', () => HttpResponse.json({ recovery_codes: CODES })),
  )
  const user = userEvent.setup()
  await show('/profile/security')
  await begin(user)
  await user.type(await screen.findByRole('textbox', { name: /Code from the app/ }), '123456{Enter}')
  await screen.findByText(/your recovery codes didn.t reach you/)
  await user.type(screen.getByRole('textbox', { name: /Code from the app/ }), '234567{Enter}')
  const codes = await screen.findByRole('list', { name: 'Your recovery codes' })
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(CODES)
})

test('the second factor is set up with a code, and its recovery codes are shown once', async () => {
  const user = userEvent.setup()
  await show('/profile/security')
  await begin(user)
  const picture = await screen.findByRole('img', { name: 'QR code for your authenticator app' })
  expect(picture.getAttribute('src')).toContain('data:image/svg+xml')
  screen.getByText('GEZD GNBV GY3T QOJQ')
  const field = screen.getByRole('textbox', { name: /Code from the app/ })
  await user.type(field, '654321{Enter}')
  await screen.findByText('This code is wrong or has already been used.')
  await user.clear(field)
  await user.type(field, '123456{Enter}')
  const codes = await screen.findByRole('list', { name: 'Your recovery codes' })
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(CODES)
  await user.click(screen.getByRole('button', { name: "I've saved them" }))
  await waitFor(async () => expect(await theSwitch()).toHaveProperty('checked', true))
  expect(screen.queryByText(CODES[0]!)).toBeNull()
  screen.getByText('You have 10 recovery codes left.')
})

test('password and code switch it off', async () => {
  isEnabled = true
  const user = userEvent.setup()
  await show('/profile/security')
  await user.click(await theSwitch())
  const dialog = within(await screen.findByRole('dialog', { name: 'Switch off two-step sign-in?' }))
  await user.click(dialog.getByRole('button', { name: 'Switch off' }))
  await dialog.findByText('Please enter your password.')
  expect(calls).toEqual([])
  await user.type(dialog.getByLabelText(/Password/), 'a password')
  await user.type(dialog.getByRole('textbox', { name: /Code from the app/ }), '123456')
  await user.click(dialog.getByRole('button', { name: 'Switch off' }))
  await screen.findByText('Two-step sign-in is off.')
  expect(calls).toEqual(['off {"password":"a password","otp_attempt":"123456"}'])
  await waitFor(async () => expect(await theSwitch()).toHaveProperty('checked', false))
})

test('who wants their data, or to leave, finds the way to the operator', async () => {
  await show('/profile/security')
  const card = within(await screen.findByRole('region', { name: 'Your data and your account' }))
  expect(card.getByRole('link', { name: 'Ask for my data' }).getAttribute('href')).toBe('/support?topic=data')
  await userEvent.click(card.getByRole('link', { name: 'Close my account' }))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /Subject/ })).value).toBe('Please close my account')
})

test('sessions are listed, and end one by one or all others at once', async () => {
  const user = userEvent.setup()
  await show('/profile/security')
  await screen.findByText('Chrome, Linux')
  screen.getByText('This device')
  screen.getByText('Unknown device')
  await user.click(screen.getByRole('button', { name: 'Sign out Firefox, Linux' }))
  await waitFor(() => expect(screen.queryByText('Firefox, Linux')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Sign out on all other devices' }))
  await waitFor(() => expect(screen.queryByText('Unknown device')).toBeNull())
  expect(calls).toEqual(['end other', 'end others'])
  expect(screen.queryByRole('button', { name: /Sign out on all/ })).toBeNull()
})
