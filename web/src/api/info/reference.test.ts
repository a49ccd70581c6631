import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { localesQuery } from './reference'

afterEach(() => {
  vi.unstubAllGlobals()
  for (const name of ['affb_id', 'stag']) document.cookie = `${name}=; Max-Age=0; Path=/`
})

test.each([
  [[], '/api/info/locales'],
  [['affb_id=a1f', 'stag=s1'], '/api/info/locales?affb_id=a1f&stag=s1'],
])('who has the cookies %j asks %s', async (cookies, address) => {
  for (const cookie of cookies) document.cookie = `${cookie}; Path=/`
  const call = vi.fn((_path: string) => Promise.resolve(Response.json([])))
  vi.stubGlobal('fetch', call)
  await new QueryClient().fetchQuery(localesQuery)
  expect(call.mock.calls[0]?.[0]).toBe(address)
})
