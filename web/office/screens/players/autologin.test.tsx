import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setMessages } from '@/i18n/messages'
import type { paths } from '../../api/schema'
import { english } from '../../i18n/english'
import { MakePlayerDialog } from './MakePlayerDialog'
import { RenewLink } from './RenewLink'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const LINK = { player: 7, link: 'https://casino.example/autologin?token=abc', until: '2026-11-27T10:00:00Z' }

function shown(part: ReactNode, answer: () => Response) {
  const sent: unknown[] = []
  const take = async ({ request }: { request: Request }) => {
    sent.push(await request.json())
    return answer()
  }
  server.use(
    http.untyped.get('/api/currencies', () => HttpResponse.json([{ code: 'EUR', fiat: true, subunits_to_unit: 100 }])),
    http.untyped.post('/api/players', take),
    http.untyped.post('/api/players/7/autologin', take),
  )
  render(<QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>{part}</QueryClientProvider>)
  return sent
}

test('a player is made, and the link is shown', async () => {
  const onMade = vi.fn()
  const sent = shown(<MakePlayerDialog onMade={onMade} onClose={() => undefined} />, () => HttpResponse.json(LINK, { status: 201 }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/^E-mail/), 'jane@example.com')
  await userEvent.type(dialog.getByLabelText(/^Country/), 'ca')
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'The spring offer')
  await userEvent.click(dialog.getByRole('button', { name: 'Make a player' }))
  await waitFor(() =>
    expect(sent).toEqual([{ email: 'jane@example.com', country: 'CA', currency: 'EUR', locale: 'en', stag: null, reason: 'The spring offer' }]),
  )
  expect(await screen.findByText(LINK.link)).toBeTruthy()
  expect(onMade).toHaveBeenCalledOnce()
})

test('another link takes a reason', async () => {
  const sent = shown(<RenewLink player={7} onChanged={() => undefined} />, () => HttpResponse.json(LINK, { status: 201 }))
  await userEvent.click(await screen.findByRole('button', { name: 'New link' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'It was too old')
  await userEvent.click(dialog.getByRole('button', { name: 'New link' }))
  await waitFor(() => expect(sent).toEqual([{ reason: 'It was too old' }]))
  expect(await screen.findByText(LINK.link)).toBeTruthy()
})

test('who has a password meanwhile gets no link', async () => {
  const onChanged = vi.fn()
  shown(<RenewLink player={7} onChanged={onChanged} />, () => HttpResponse.json({ error: { code: 'autologin_over', message: '' } }, { status: 409 }))
  await userEvent.click(await screen.findByRole('button', { name: 'New link' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'Please')
  await userEvent.click(dialog.getByRole('button', { name: 'New link' }))
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  expect(screen.queryByText(LINK.link)).toBeNull()
})
