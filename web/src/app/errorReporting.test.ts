import { createMemoryHistory } from '@tanstack/react-router'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { acceptCookies } from '@/platform/consent'
import { deliverLog, type LogEntry } from '@/platform/log'
import { traceId } from '@/platform/trace'
import { server } from '@/test/server'
import { createQueryClient } from './queryClient'
import { createAppRouter } from './router'
import { logUncaught, traceNavigations } from './errorReporting'

let logged: LogEntry[] = []
let stop: () => void

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' })
  stop = deliverLog((entry) => logged.push(entry))
})
afterEach(() => {
  logged = []
})
afterAll(() => {
  stop()
  server.close()
})

test('every page has a trace of its own with a row of the log, once cookies are accepted', async () => {
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createAppRouter(createQueryClient(), { history })
  traceNavigations(router)
  await router.load()
  const first = traceId()
  expect(logged).toEqual([])
  acceptCookies()
  await router.navigate({ to: '/payments' })
  expect(traceId()).not.toBe(first)
  expect(logged).toMatchObject([{ level: 'info', code: 'NAVIGATION', message: '/payments', trace_id: traceId() }])
})

test('what nobody caught is logged; a call that nobody waits for is no failure', () => {
  logUncaught()
  window.dispatchEvent(new ErrorEvent('error', { message: 'x is undefined', error: new TypeError('x is undefined') }))
  const refuse = (reason: unknown) => window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
  refuse(new RangeError('too far'))
  refuse(new DOMException('', 'AbortError'))
  expect(logged).toMatchObject([
    { code: 'UNCAUGHT_ERROR', message: 'x is undefined' },
    { code: 'UNHANDLED_REJECTION', message: 'RangeError: too far' },
  ])
})

test('going where one is already leaves no row, and neither does a page that was given up for another', async () => {
  const router = createAppRouter(createQueryClient(), { history: createMemoryHistory({ initialEntries: ['/'] }) })
  traceNavigations(router)
  await router.load()
  logged = []
  await Promise.all([router.navigate({ to: '/payments' }), router.navigate({ to: '/payments' })])
  await router.navigate({ to: '/payments' })
  void router.navigate({ to: '/producers' })
  await router.navigate({ to: '/responsible-gaming' })
  expect(logged.filter(({ level }) => level !== 'info')).toEqual([])
  expect(logged.map(({ message }) => message).filter((path) => path === '/payments')).toHaveLength(1)
})
