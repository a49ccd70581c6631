import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { A_PLAYER, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()
// Each opens the whole site, whose parts come one by one.
vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 20_000 })

const AT = '2026-01-01T00:00:00.000Z'
const CODES = ['ABCDE-23456', 'FGHIJ-34567']
const refusal = (field: string, code: string) => HttpResponse.json({ errors: { [field]: [{ code, message: '' }] } }, { status: 422 })

/** A browser that knows passkeys: what it is asked for, it has. */
class FakeCredential {
  static parseCreationOptionsFromJSON = (options: object) => options
  static parseRequestOptionsFromJSON = (options: object) => options
  static isConditionalMediationAvailable = () => Promise.resolve(false)
  constructor(private readonly json: object) {}
  toJSON = () => this.json
}

let passkeys: { id: string; name: string; host: string; created_at: string; used_at: string | null }[]
let isRequired: boolean
let calls: string[]
const make = vi.fn<() => Promise<unknown>>()
const showKey = vi.fn<() => Promise<unknown>>()

beforeEach(() => {
  Object.defineProperty(globalThis, 'PublicKeyCredential', { configurable: true, value: FakeCredential })
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: make, get: showKey } })
  make.mockResolvedValue(new FakeCredential({ id: 'made' }))
  showKey.mockResolvedValue(new FakeCredential({ id: 'shown' }))
  passkeys = []
  isRequired = false
  calls = []
  answers('/api/player', { ...A_PLAYER, created_at: AT })
  const own = '/api/player/passkeys'
  server.use(
    http.get('/api/player/two_factor', () => HttpResponse.json({ enabled: false, recovery_codes_left: 0 })),
    http.get('/api/player/sessions', () => HttpResponse.json([])),
    http.get(own, () => HttpResponse.json({ passkeys, required: isRequired, available: true })),
    http.post('/api/player/passkeys/registrations', async ({ request }) => {
      const { password } = (await request.json()) as { password: string }
      if (password !== 'a password') return refusal('password', 'SIGN_IN.WRONG_PASSWORD')
      return HttpResponse.json({ public_key: { challenge: 'c' } }, { status: 201 })
    }),
    http.post(own, async ({ request }) => {
      const { name, passkey } = (await request.json()) as { name: string; passkey: { id: string } }
      calls.push(`add ${name} ${passkey.id}`)
      passkeys = [{ id: 'k1', name, host: 'localhost', created_at: AT, used_at: null }]
      return HttpResponse.json({ id: 'k1' }, { status: 201 })
    }),
    http.patch('/api/player/passkeys/:id', async ({ request, params }) => {
      const { name } = (await request.json()) as { name: string }
      calls.push(`rename ${String(params.id)} ${name}`)
      return new HttpResponse(null, { status: 204 })
    }),
    http.put('/api/player/passkeys/required', async ({ request }) => {
      calls.push(`require ${JSON.stringify(await request.json())}`)
      isRequired = true
      return HttpResponse.json({ recovery_codes: CODES })
    }),
    http.delete('/api/player/passkeys/:id', async ({ request, params }) => {
      calls.push(`remove ${String(params.id)} ${JSON.stringify(await request.json())}`)
      passkeys = []
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('/api/passkeys/challenges', () => HttpResponse.json({ public_key: { challenge: 'd' } }, { status: 201 })),
  )
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
  Reflect.deleteProperty(navigator, 'credentials')
  vi.clearAllMocks()
})

const aPasskey = { id: 'k1', name: 'My phone', host: 'localhost', created_at: AT, used_at: AT }

test('a passkey is added under a name, by the password', async () => {
  const user = userEvent.setup()
  await show('/profile/security')
  await screen.findByText("You don't have a passkey yet.")
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add a passkey' })
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  await within(dialog).findByText('Please enter a name.')
  await user.type(within(dialog).getByRole('textbox', { name: /Name of the passkey/ }), 'My phone')
  const password = within(dialog).getByLabelText(/^Password/, { selector: 'input' })
  await user.type(password, 'another{Enter}')
  await within(dialog).findByText('Wrong password.')
  expect(make).not.toHaveBeenCalled()
  await user.clear(password)
  await user.type(password, 'a password{Enter}')
  await screen.findByText('Passkey added.')
  expect(calls).toEqual(['add My phone made'])
  await screen.findByRole('button', { name: 'Rename My phone' })
})

test('a player who gives up in the browser is told and can try again', async () => {
  make.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  const user = userEvent.setup()
  await show('/profile/security')
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  await user.type(await screen.findByRole('textbox', { name: /Name of the passkey/ }), 'Key')
  const dialog = screen.getByRole('dialog', { name: 'Add a passkey' })
  await user.type(within(dialog).getByLabelText(/^Password/, { selector: 'input' }), 'a password{Enter}')
  await screen.findByText('No passkey was used. Please try again.')
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  await screen.findByText('Passkey added.')
})

test('names change, and a passkey is removed by the password', async () => {
  passkeys = [aPasskey]
  const user = userEvent.setup()
  await show('/profile/security')
  await user.click(await screen.findByRole('button', { name: 'Rename My phone' }))
  const name = await screen.findByRole('textbox', { name: /Name of the passkey/ })
  await user.clear(name)
  await user.type(name, 'Laptop{Enter}')
  await waitFor(() => expect(calls).toEqual(['rename k1 Laptop']))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Remove My phone' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove this passkey?' })
  await user.type(within(dialog).getByLabelText(/^Password/, { selector: 'input' }), 'a password{Enter}')
  await screen.findByText("You don't have a passkey yet.")
  expect(calls[1]).toBe('remove k1 {"password":"a password"}')
})

test('who asks for a passkey after the password gets recovery codes', async () => {
  passkeys = [aPasskey]
  const user = userEvent.setup()
  await show('/profile/security')
  await user.click(await screen.findByRole('switch', { name: 'Ask for a passkey after my password' }))
  const dialog = await screen.findByRole('dialog', { name: 'Ask for a passkey after my password' })
  await user.type(within(dialog).getByLabelText(/^Password/, { selector: 'input' }), 'a password{Enter}')
  const codes = await screen.findByRole('list', { name: 'Your recovery codes' })
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(CODES)
})

test('with a second factor a passkey goes with the password', async () => {
  passkeys = [aPasskey]
  isRequired = true
  answers('/api/player', { ...A_PLAYER, created_at: AT, two_factor_enabled: true })
  const user = userEvent.setup()
  await show('/profile/security')
  await user.click(await screen.findByRole('button', { name: 'Remove My phone' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove this passkey?' })
  await within(dialog).findByText('Your browser asks for your passkey when you go on.')
  await user.type(within(dialog).getByLabelText(/^Password/, { selector: 'input' }), 'a password{Enter}')
  await waitFor(() => expect(calls).toEqual(['remove k1 {"password":"a password","passkey":{"id":"shown"}}']))
})

test('a list that cannot be loaded is asked for again', async () => {
  let isDown = true
  server.use(
    http.get('/api/player/passkeys', () =>
      isDown
        ? HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })
        : HttpResponse.json({ passkeys: [aPasskey], required: false, available: true }),
    ),
  )
  const user = userEvent.setup()
  await show('/profile/security')
  const again = await screen.findByRole('button', { name: 'Try again' })
  isDown = false
  await user.click(again)
  await screen.findByText('My phone')
})
