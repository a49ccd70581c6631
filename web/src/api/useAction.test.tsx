import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { onSlowActions } from '@/platform/slowActions'
import { http } from '@/test/http'
import { server } from '@/test/server'
import { send } from './transport'
import { useAction } from './useAction'

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  server.resetHandlers()
})
afterAll(() => server.close())

const PAYMENT = () => HttpResponse.json({ id: 'p1' }, { status: 201 })
const refusal = (status: number, code: string) => () => HttpResponse.json({ error: { code, message: '' } }, { status })
const ONCE = { timeoutMs: 1_000, totalMs: 1_000, retriesMax: 0, pause: () => Promise.resolve() }

/** A payment whose calls are answered in turn; the keys that they brought. */
function pays(...answers: (() => Response | Promise<Response>)[]) {
  const keys: string[] = []
  const proofs: unknown[] = []
  server.use(
    http.post('/api/player/payments', async ({ request: call }) => {
      keys.push(call.headers.get('idempotency-key') ?? '')
      proofs.push(((await call.json()) as unknown as { proof: unknown }).proof)
      return answers[keys.length - 1]?.() ?? PAYMENT()
    }),
  )
  let made = 0
  const onDone = vi.fn()
  const onError = vi.fn()
  const { result } = renderHook(
    () =>
      useAction({
        run: async (amount: number, { idempotencyKey, once }) => {
          const proof = await once(() => Promise.resolve((made += 1)))
          return send('POST', '/api/player/payments', { idempotencyKey, body: { amount, proof } }, ONCE)
        },
        onDone,
        onError,
      }),
    { wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider> },
  )
  const press = (amount = 50) => act(() => result.current.start(amount))
  return { keys, proofs, press, result, onDone, onError }
}

test.each([
  ['a failure', refusal(500, 'internal')],
  ['a deadline', refusal(503, 'unavailable')],
  ['a proxy', () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 })],
  ['a lost connection', () => HttpResponse.error()],
  ['a page of HTML that calls itself a success', () => HttpResponse.html('<p>Welcome</p>')],
  ['a refusal that nobody can read', () => HttpResponse.html('<h1>Forbidden</h1>', { status: 403 })],
  ['the same call still under way', refusal(409, 'conflict')],
  ['too many calls', refusal(429, 'too_many_requests')],
  ['a session that ended', refusal(401, 'unauthorized')],
  ['a password to type again', refusal(403, 'reauth_required')],
])('after %s the second press is the same payment, word for word', async (_, answer) => {
  const { keys, proofs, press, onDone, onError } = pays(answer)
  expect(await press()).toBe(false)
  expect(onError).toHaveBeenCalledOnce()
  expect(await press()).toBe(true)
  expect(keys[1]).toBe(keys[0])
  expect(proofs).toEqual([1, 1])
  expect(onDone).toHaveBeenCalledOnce()
})

test.each([
  ['a refused field', () => HttpResponse.json({ errors: { amount: [{ code: 'x', message: '' }] } }, { status: 422 })],
  ['a refusal', refusal(403, 'payment_declined')],
  ['a key that was used for something else', refusal(409, 'idempotency_conflict')],
  ['a success', PAYMENT],
])('after %s the next press is another payment', async (_, answer) => {
  const { keys, proofs, press } = pays(answer)
  await press()
  await press()
  expect(keys[1]).not.toBe(keys[0])
  expect(proofs).toEqual([1, 2])
})

test('another amount is another payment, whatever became of the first', async () => {
  const { keys, press } = pays(refusal(503, 'unavailable'))
  await press(50)
  await press(60)
  expect(keys[1]).not.toBe(keys[0])
})

test('a refusal of the second try does not forget that the first may yet be carried out', async () => {
  const { keys, press } = pays(refusal(504, 'unavailable'), refusal(422, 'insufficient_funds'))
  await press()
  await press()
  await press()
  expect(new Set(keys).size).toBe(1)
})

test('two presses at once are one', async () => {
  const { keys, result, onDone } = pays()
  await act(() => Promise.all([result.current.start(50), result.current.start(50)]))
  expect(keys).toHaveLength(1)
  expect(onDone).toHaveBeenCalledOnce()
})

test('actions on different things run at once, each under a key of its own', async () => {
  const calls: [string, string][] = []
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const subjectOf = (game: string) => game
  const onStart = vi.fn()
  const { result } = renderHook(
    () =>
      useAction({
        run: (game: string, { idempotencyKey }) => {
          calls.push([game, idempotencyKey])
          return answered
        },
        subjectOf,
        onStart,
        onError: vi.fn(),
      }),
    { wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider> },
  )
  const { start } = result.current
  let pressed: Promise<boolean[]> = Promise.resolve([])
  act(() => {
    pressed = Promise.all([start('koi'), start('koi'), start('comet')])
  })
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  expect(onStart.mock.calls.map(([game]: unknown[]) => game)).toEqual(['koi', 'comet'])
  answer()
  expect(await act(() => pressed)).toEqual([true, false, true])
  expect(calls.map(([game]) => game)).toEqual(['koi', 'comet'])
  expect(calls[0]?.[1]).not.toBe(calls[1]?.[1])
  expect(result.current.start).toBe(start)
})

test('an action that takes long is told of until it ends', async () => {
  const told: boolean[] = []
  const stop = onSlowActions((isSlow) => told.push(isSlow))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let answer: (response: Response) => void = () => undefined
  const { result } = pays(() => new Promise<Response>((resolve) => (answer = resolve)))
  let pending: Promise<boolean> = Promise.resolve(false)
  act(() => {
    pending = result.current.start(50)
  })
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(told).toEqual([true])
  answer(PAYMENT())
  vi.useRealTimers()
  await act(() => pending)
  expect(told).toEqual([true, false])
  stop()
})
