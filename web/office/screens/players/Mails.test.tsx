import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import type { paths } from '../../api/schema'
import { english } from '../../i18n/english'
import { Mails } from './Mails'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const MAIL = { posted_at: '2026-11-24T10:00:00Z', sent_at: '2026-11-24T10:00:02Z', state: 'sent', resent: false } as const

/** Shows the mails of player 7; the bodies of the calls that send one again. */
function shown(mayResend: boolean) {
  const sent: unknown[] = []
  server.use(
    http.get('/api/players/{id}/mails', ({ response }) =>
      response(200).json({
        mails: [
          { ...MAIL, id: 'paid', subject: 'Your deposit has arrived', resendable: true },
          { ...MAIL, id: 'token', subject: 'Confirm your address', resendable: false },
        ],
        next: null,
      }),
    ),
    http.untyped.post('/api/players/7/mails/paid/resend', async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const rootRoute = createRootRoute({ component: () => <Mails id={7} mayResend={mayResend} /> })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return sent
}

test('only a mail without a token is sent again, with a reason', async () => {
  const user = userEvent.setup()
  const sent = shown(true)
  expect(await screen.findByText('Confirm your address')).toBeTruthy()
  const [button, ...others] = screen.getAllByRole('button', { name: 'Send again' })
  expect(others).toEqual([])
  await user.click(button!)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/Your deposit has arrived/)).toBeTruthy()
  await user.type(dialog.getByLabelText(/^Reason/), 'In no folder')
  await user.click(dialog.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(sent).toEqual([{ reason: 'In no folder' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('who may not help players only reads the list', async () => {
  shown(false)
  expect(await screen.findByText('Your deposit has arrived')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
})
