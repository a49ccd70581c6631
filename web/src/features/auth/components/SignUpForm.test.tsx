import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { english } from '@/i18n/english'
import { acceptCookies } from '@/platform/consent'
import { deliverLog, type LogEntry } from '@/platform/log'
import { deliverRefusedForms, type RefusedForm } from '@/platform/refusedForms'
import type { FieldType } from '@/domain/player/fields'
import { anOffer } from '@/test/gifts'
import { http } from '@/test/http'
import { aContext, answers, A_PLAYER, server } from '@/test/server'
import { SignUpForm } from './SignUpForm'

const spec = (field: string, type: FieldType, required = true) => ({ field, type, required, editable: true, rules: [] })
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

test.each([
  [true, [{ test: 'registrationForm', variant: 'steps' }]],
  [false, []],
])("a guest is counted for the test's variant where it is their own: %s", async (has_own_variants, expected) => {
  const shown: unknown[] = []
  server.use(
    http.put('/variant-shown', async ({ request }) => {
      shown.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const house = { name: 'Borealis', licences: [], support_email: '', hosts: [], features: {}, adventures_groups: [], social: [], special_slots: {} }
  answers('/api/info/project', { ...house, support: { hours: '', phone: null }, variants: { registrationForm: 'steps' }, has_own_variants })
  await show('')
  expect(screen.getByText(/Step/)).toBeDefined()
  await waitFor(() => expect(shown).toEqual(expected))
})

test('one half sees one form', async () => {
  await show('abce')
  expect(screen.getByRole('button', { name: 'Create account' })).toBeDefined()
  expect(screen.getByRole('checkbox')).toBeDefined()
  expect(screen.queryByText(/Step/)).toBeNull()
})

test('the other half goes in three steps, and back to where the server has something against', async () => {
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
})

/** What the licence of Estonia asks for, and that of everybody else. */
function answersByCountry() {
  const account = [spec('email', 'email'), spec('password', 'password'), spec('country', 'select'), spec('currency', 'select')]
  const person = [spec('first_name', 'text'), { ...spec('date_of_birth', 'date'), rules: [{ rule: 'min_age', value: 21 }] }]
  server.use(
    http.get('/api/info/player_fields', ({ request }) => {
      const fields = new URL(request.url).searchParams.get('country') === 'EE' ? [...account, ...person] : account
      return HttpResponse.json({ contexts: { registration: fields.map(({ field }) => field) }, fields })
    }),
  )
  answers('/client-context', aContext({ country: 'CA' }))
  answers('/api/info/countries', [
    { code: 'CA', currency: 'CAD', restricted: false },
    { code: 'EE', currency: 'EUR', restricted: false },
  ])
  answers(
    '/api/info/currencies',
    ['CAD', 'EUR', 'USD'].map((code) => ({ code, fiat: true, subunits_to_unit: 100, enabled: true })),
  )
}

async function choose(label: RegExp, option: RegExp) {
  await userEvent.click(screen.getByRole('button', { name: label }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

test('who lives in Estonia is asked what Estonia asks, from wherever the form is filled in', async () => {
  answersByCountry()
  const sent: unknown[] = []
  server.use(
    http.post('/api/users', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(A_PLAYER, { status: 201 })
    }),
  )
  answers('/api/player', A_PLAYER)
  const onDone = await show('abce')
  expect(screen.queryByRole('textbox', { name: /First name/ })).toBeNull()
  expect(screen.getByRole('button', { name: /Currency/ }).textContent).toContain('CAD')
  fill('ada@example.com')
  await choose(/Country/, /Estonia/)
  expect(await screen.findByRole('textbox', { name: /First name/ })).toBeDefined()
  expect(screen.getByText(english['player.age_min'].replace('{age}', '21'))).toBeDefined()
  expect(screen.getByRole('button', { name: /Currency/ }).textContent).toContain('EUR')
  await press('Create account')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /First name/ }))
  await userEvent.type(screen.getByRole('textbox', { name: /First name/ }), 'Mari')
  for (const [part, text] of [
    ['Day', '03'],
    ['Month', '02'],
    ['Year', '1990'],
  ] as const)
    await userEvent.type(screen.getByLabelText(part), text)
  await press('Create account')
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent).toMatchObject([{ user: { country: 'EE', currency: 'EUR', first_name: 'Mari', date_of_birth: '1990-02-03' } }])
})

test('a currency that was chosen stays, and what another country asked is not sent', async () => {
  answersByCountry()
  const sent: { user: Record<string, unknown> }[] = []
  server.use(
    http.post('/api/users', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ errors: { date_of_birth: [{ code: 'VALIDATION.DATE_OF_BIRTH.AGE_REFUSED', message: '' }] } }, { status: 422 })
    }),
  )
  await show('abce')
  fill('ada@example.com')
  await choose(/Currency/, /USD/)
  await choose(/Country/, /Estonia/)
  await userEvent.type(await screen.findByRole('textbox', { name: /First name/ }), 'Mari')
  await choose(/Country/, /Canada/)
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /First name/ })).toBeNull())
  await press('Create account')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(english['error.VALIDATION.DATE_OF_BIRTH.AGE_REFUSED'])
  expect(sent[0]?.user).toMatchObject({ country: 'CA', currency: 'USD' })
  expect(sent[0]?.user).not.toHaveProperty('first_name')
})

test('an address that has an account loses its complaint once it is edited', async () => {
  server.use(http.post('/check-email', () => HttpResponse.json({ valid: true, available: false })))
  await show('abce')
  const email = screen.getByRole('textbox', { name: /E-mail/ })
  await userEvent.type(email, 'ada@example.com')
  await userEvent.tab()
  expect(await screen.findByText(english['error.VALIDATION.EMAIL.TAKEN'])).toBeDefined()
  await userEvent.type(email, 'x')
  expect(screen.queryByText(english['error.VALIDATION.EMAIL.TAKEN'])).toBeNull()
})

test('the bonus of the first deposit is chosen with the account, of those made in the chosen currency', async () => {
  answersByCountry()
  answers('/api/bonuses/deposit', [
    anOffer({ code: 'FIRST', title: 'Welcome' }),
    anOffer({ code: 'SECOND', title: 'Second deposit', deposit_number: 2 }),
    anOffer({ code: 'KRONER', title: 'In kroner', currencies: [{ ...anOffer().currencies[0]!, currency: 'NOK' }] }),
  ])
  const sent: unknown[] = []
  server.use(
    http.post('/api/users', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ errors: { deposit_bonus_code: [{ code: 'VALIDATION.DEPOSIT_BONUS_CODE.NOT_ALLOWED', message: '' }] } }, { status: 422 })
    }),
  )
  await show('abce')
  fill('ada@example.com')
  expect(screen.queryByRole('button', { name: /first deposit/ })).toBeNull()
  await choose(/Currency/, /EUR/)
  await userEvent.click(await screen.findByRole('button', { name: /first deposit/ }))
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['No bonus', 'Welcome'])
  await userEvent.click(screen.getByRole('option', { name: 'Welcome' }))
  await press('Create account')
  expect(await screen.findByText(english['error.VALIDATION.NOT_ALLOWED'])).toBeDefined()
  expect(sent).toMatchObject([{ user: { deposit_bonus_code: 'FIRST' } }])
  await choose(/Currency/, /CAD/)
  await press('Create account')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).not.toMatchObject({ user: { deposit_bonus_code: 'FIRST' } })
})

test('a promo code is kept for the page of gifts, and not sent with the form', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('/api/users', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(A_PLAYER, { status: 201 })
    }),
  )
  answers('/api/player', A_PLAYER)
  sessionStorage.setItem('gift_promocode', 'FROM-ADDRESS')
  const onDone = await show('abce')
  fill('ada@example.com')
  const code = screen.getByRole<HTMLInputElement>('textbox', { name: /Promo code/ })
  expect(code.value).toBe('FROM-ADDRESS')
  fireEvent.change(code, { target: { value: ' Typed-7 ' } })
  await press('Create account')
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sessionStorage.getItem('gift_promocode')).toBe('Typed-7')
  expect(JSON.stringify(sent)).not.toContain('Typed-7')
})

test('a promo code of a sign-up that is refused is there for the next try', async () => {
  server.use(http.post('/api/users', () => HttpResponse.json({ errors: { email: [{ code: 'VALIDATION.EMAIL.TAKEN', message: '' }] } }, { status: 422 })))
  await show('abce')
  fill('ada@example.com')
  fireEvent.change(screen.getByRole('textbox', { name: /Promo code/ }), { target: { value: 'Typed-7' } })
  await press('Create account')
  expect(await screen.findByText(english['error.VALIDATION.EMAIL.TAKEN'])).toBeDefined()
  cleanup()
  await show('abce')
  const code = screen.getByRole<HTMLInputElement>('textbox', { name: /Promo code/ })
  expect(code.value).toBe('Typed-7')
  fireEvent.change(code, { target: { value: '' } })
  fill('eve@example.com')
  await press('Create account')
  await waitFor(() => expect(sessionStorage.getItem('gift_promocode')).toBeNull())
})
