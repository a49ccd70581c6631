import { QueryClient } from '@tanstack/react-query'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { meQuery } from './me'
import type { paths } from './schema'

const http = createOpenApiHttp<paths>()
const server = setupServer()
let asked = 0

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  server.resetHandlers()
  document.cookie = 'croupier-office-open=1'
})
afterAll(() => server.close())

async function ask() {
  asked = 0
  server.use(
    http.untyped.get('/api/me', () => {
      asked += 1
      return HttpResponse.json({ error: { code: 'unauthorized', message: '' } }, { status: 401 })
    }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await expect(client.fetchQuery(meQuery)).rejects.toMatchObject({ status: 401 })
}

test('a browser that never signed in here asks nothing', async () => {
  document.cookie = 'croupier-office-open=; max-age=0'
  await ask()
  expect(asked).toBe(0)
})

test('beside the mark of a session the server decides', async () => {
  await ask()
  expect(asked).toBe(1)
})
