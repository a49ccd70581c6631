import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import type { paths } from '../../api/schema'
import { english } from '../../i18n/english'
import { RegisterAnswers } from './RegisterAnswers'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterAll(() => server.close())

test('each answer is shown with its number, and a silence with its cause', async () => {
  const row = { at: '2026-11-24T10:00:00Z', register: 'standaside', licence: 'EE' }
  const answers = [
    { ...row, id: '2', occasion: 'retry', answer: 'excluded', response_id: 'reg_7', failure: null },
    { ...row, id: '1', occasion: 'sign_in', answer: null, response_id: null, failure: 'status 503' },
  ]
  server.use(http.untyped.get('/api/players/7/register_answers', () => HttpResponse.json({ answers })))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RegisterAnswers id={7} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('reg_7')).toBeDefined()
  for (const text of ['Excluded', 'Retry', 'Sign-in', 'status 503']) expect(screen.getByText(text)).toBeDefined()
})
