import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import type { paths } from '../../api/schema'
import { english } from '../../i18n/english'
import { SecondFactorOff } from './SecondFactorOff'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

test.each([204, 409])('the second factor goes with a reason; the page is read anew though it was gone (%d)', async (status) => {
  const sent: unknown[] = []
  server.use(
    http.untyped.post('/api/players/7/second-factor-off', async ({ request }) => {
      sent.push(await request.json())
      const error = { code: 'second_factor_gone', message: '' }
      return status === 204 ? new HttpResponse(null, { status }) : HttpResponse.json({ error }, { status })
    }),
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SecondFactorOff player={7} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Take second factor off' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), 'passport seen in a call')
  await user.click(dialog.getByRole('button', { name: 'Take second factor off' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([{ reason: 'passport seen in a call' }])
})
