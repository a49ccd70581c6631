import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { server } from '@/test/server'
import { open } from '@/test/openAddresses'

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

test('the marks of a campaign stay in the address until the visitor goes on', async () => {
  const { shown, router, history } = await open('/pokies/all?utm_source=x&sub_id=7')
  expect(new URL(shown, 'https://casino.example').searchParams.toString()).toBe('utm_source=x&sub_id=7')
  await router.navigate({ to: '/payments' })
  expect(history.location.href).toBe('/payments')
})
