import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { english } from '@/i18n/english'
import { setMessages } from '@/i18n/messages'
import type { Account, PaymentMethod } from '@/api/types'
import { http } from '@/test/http'
import { FREE, A_PLAYER, server } from '@/test/server'
import { CurrenciesContext } from '@/ui/Money'
import { PaymentForm } from './PaymentForm'

const METHOD = {
  id: 'card',
  title: 'Card',
  brand: 'visa_mastercard',
  type: 'card',
  currency: 'EUR',
  depositTerms: FREE,
  withdrawalTerms: FREE,
  processingTime: 'instant',
  network: null,
  savedProfiles: [
    { id: 'c1', brand: 'visa', masked: '424242******4242', returns_cents: 0 },
    { id: 'c2', brand: 'visa', masked: '424242******1111', returns_cents: 0 },
  ],
  deposit: { min_cents: 1000, max_cents: 500_000 },
  withdrawal: { min_cents: 1000, max_cents: 500_000 },
} as unknown as PaymentMethod
const ACCOUNT: Account = { currency: 'EUR', amount_cents: 200_000, bonus_amount_cents: 0, available_to_cashout_cents: 200_000, active: true, seq: 0 }
const PAYMENT = { id: 'p1', action: 'deposit', state: 'pending', amount_cents: 5000, currency: 'EUR', redirect_url: null }

interface Sent {
  key: string | null
  body: { amount_cents: number; profile_id?: string }
}

let sent: Sent[]

/** Answers the calls that start a payment, in turn; the last one again and again. */
function payments(...answers: [object, number][]) {
  server.use(
    http.untyped.post('/api/player/payments', async ({ request }) => {
      sent.push({ key: request.headers.get('idempotency-key'), body: (await request.json()) as Sent['body'] })
      const [body, status] = answers[Math.min(sent.length, answers.length) - 1] ?? [PAYMENT, 201]
      return HttpResponse.json(body, { status })
    }),
  )
}

function show(action: 'deposit' | 'cashout' = 'deposit', player = A_PLAYER) {
  const onStarted = vi.fn()
  const onMissing = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CurrenciesContext value={[{ code: 'EUR', fiat: true, subunits_to_unit: 100 }]}>
        <PaymentForm
          action={action}
          player={player}
          account={ACCOUNT}
          methods={[METHOD]}
          isFirstDeposit={false}
          depositBonus={() => null}
          onStarted={onStarted}
          onMissing={onMissing}
        />
      </CurrenciesContext>
    </QueryClientProvider>,
  )
  return { onStarted, onMissing }
}

const amount = () => screen.getByRole('textbox', { name: /Amount|Betrag/ })
const pay = () => userEvent.click(screen.getByRole('button', { name: /^(Deposit|Withdraw)/ }))

/** A deposit by the stored card, with the question that comes before it. */
async function payByCard() {
  await pay()
  const question = within(await screen.findByRole('dialog', { name: /^Pay / }))
  await userEvent.click(question.getByRole('button', { name: /^Deposit/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  sent = []
  server.use(http.post('/api/users/transaction', () => HttpResponse.json({ id: 'f', decision: 'approve', reason_code: 'none' }, { status: 201 })))
})
afterEach(() => {
  cleanup()
  setMessages('en', english)
  server.resetHandlers()
})
afterAll(() => server.close())

test('a failure keeps the key of the payment, an answer gives the next one another', async () => {
  payments([{ error: { code: 'internal', message: '' } }, 500], [PAYMENT, 201], [PAYMENT, 201])
  const { onStarted } = show()
  await userEvent.type(amount(), '50')
  await payByCard()
  expect((await screen.findByRole('alert')).textContent).toMatch(/went wrong/)
  await payByCard()
  await waitFor(() => expect(onStarted).toHaveBeenCalledOnce())
  await payByCard()
  await waitFor(() => expect(onStarted).toHaveBeenCalledTimes(2))
  expect(sent[1]?.key).toBe(sent[0]?.key)
  expect(sent[2]?.key).not.toBe(sent[1]?.key)
})

const NO_ANSWER: [object, number] = [{ error: { code: 'internal', message: '' } }, 500]

/** Types an amount into a form that was opened anew, and pays it by the stored card. */
async function openAndPay(typed: string, player = A_PLAYER) {
  cleanup()
  const shown = show('deposit', player)
  await userEvent.type(amount(), typed)
  await payByCard()
  return shown
}

test('a payment without an answer keeps its key when the cashier is closed, and through another amount', async () => {
  payments(NO_ANSWER, [PAYMENT, 201], [PAYMENT, 201], [PAYMENT, 201])
  await openAndPay('71')
  expect(await screen.findByRole('alert')).toBeDefined()
  const other = await openAndPay('72')
  await waitFor(() => expect(other.onStarted).toHaveBeenCalledOnce())
  const again = await openAndPay('71')
  await waitFor(() => expect(again.onStarted).toHaveBeenCalledOnce())
  const next = await openAndPay('71')
  await waitFor(() => expect(next.onStarted).toHaveBeenCalledOnce())
  const [first, second, third, fourth] = sent.map(({ key }) => key)
  expect(third).toBe(first)
  expect(new Set([first, second, fourth]).size).toBe(3)
})

test('a payment of another player is another payment', async () => {
  payments(NO_ANSWER, [PAYMENT, 201])
  await openAndPay('73')
  expect(await screen.findByRole('alert')).toBeDefined()
  const { onStarted } = await openAndPay('73', { ...A_PLAYER, id: A_PLAYER.id + 1 })
  await waitFor(() => expect(onStarted).toHaveBeenCalledOnce())
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
})

test('a payment that is still under way is joined by a cashier that was opened anew', async () => {
  let answer: () => void = () => undefined
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  server.use(
    http.untyped.post('/api/player/payments', async ({ request }) => {
      sent.push({ key: request.headers.get('idempotency-key'), body: (await request.json()) as Sent['body'] })
      await isAnswered
      return HttpResponse.json(PAYMENT, { status: 201 })
    }),
  )
  await openAndPay('74')
  await waitFor(() => expect(sent).toHaveLength(1))
  const { onStarted } = await openAndPay('74')
  answer()
  await waitFor(() => expect(onStarted).toHaveBeenCalledOnce())
  expect(sent).toHaveLength(1)
})

test('a payment that the fraud check declines leaves the key of a try without an answer', async () => {
  payments(NO_ANSWER, [PAYMENT, 201])
  await openAndPay('75')
  expect(await screen.findByRole('alert')).toBeDefined()
  server.use(
    http.post('/api/users/transaction', () => HttpResponse.json({ id: 'f', decision: 'decline', reason_code: 'none' }, { status: 201 }), { once: true }),
  )
  await openAndPay('75')
  expect((await screen.findByRole('alert')).textContent).toBe(english['cashbox.refused'])
  const { onStarted } = await openAndPay('75')
  await waitFor(() => expect(onStarted).toHaveBeenCalledOnce())
  expect(sent).toHaveLength(2)
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

test.each([
  ['en', '1,000', 100_000, '€1,000.00'],
  ['de', '1.000', 100_000, '1.000,00\u00a0€'],
])('in %s %s is a thousand, and the field says so', async (locale, text, cents, said) => {
  setMessages(locale, english)
  payments([PAYMENT, 201])
  show()
  await userEvent.type(amount(), text)
  expect(screen.getByText(english['cashbox.amount.understood'].replace('{amount}', said), { normalizer: (text) => text })).toBeDefined()
  await payByCard()
  await waitFor(() => expect(sent[0]?.body.amount_cents).toBe(cents))
})

test('what cannot be told for sure is not sent', async () => {
  payments([PAYMENT, 201])
  show()
  await userEvent.type(amount(), '1,00,00')
  await pay()
  expect(await screen.findByText(english['cashbox.amount.no_amount'].replace('{example}', '1,250.50'))).toBeDefined()
  expect(document.activeElement).toBe(amount())
  expect(sent).toEqual([])
})

test.each([
  [{ limit: [{ code: 'VALIDATION.LIMIT.MAX', message: '' }] }, english['error.VALIDATION.MAX'], []],
  [
    { bonus_code: [{ code: 'VALIDATION.UNKNOWN', message: '' }], amount_cents: [{ code: 'VALIDATION.MIN', message: '' }] },
    english['error.VALIDATION.UNKNOWN'],
    [],
  ],
  [{ city: [{ code: 'VALIDATION.CITY.REQUIRED', message: '' }], limit: [] }, null, ['city']],
])('a refusal of %j tells %s and asks for %j', async (errors, told, missing) => {
  payments([{ errors }, 422])
  const { onMissing } = show()
  await userEvent.type(amount(), '50')
  await payByCard()
  if (told) expect((await screen.findByRole('alert')).textContent).toBe(told)
  if (missing.length > 0) await waitFor(() => expect(onMissing).toHaveBeenCalledWith(missing))
  else expect(onMissing).not.toHaveBeenCalled()
})

test('a card is removed once that is confirmed, and a payout then goes to one that is left', async () => {
  const removed: unknown[] = []
  server.use(
    http.delete('/api/player/payment_profiles/{id}', ({ params }) => {
      removed.push(params.id)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  payments([PAYMENT, 201])
  show('cashout')
  await userEvent.click(screen.getByRole('button', { name: /Remove.*4242/ }))
  expect(removed).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Remove card' }))
  await waitFor(() => expect(removed).toEqual(['c1']))
  await userEvent.type(amount(), '50')
  await pay()
  await waitFor(() => expect(sent[0]?.body.profile_id).toBe('c2'))
})

test('how long a method takes is told of deposits alone', () => {
  const time = english['payments.instant']
  show()
  expect(screen.getByText(time)).toBeDefined()
  cleanup()
  show('cashout')
  expect(screen.queryByText(time)).toBeNull()
})
