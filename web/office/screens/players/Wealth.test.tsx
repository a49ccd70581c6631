import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import type { paths } from '../../api/schema'
import type { WealthQuestionnaire } from '../../api/types'
import { english } from '../../i18n/english'
import { Wealth } from './Wealth'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => {
  focusManager.setFocused(undefined)
  server.resetHandlers()
})
afterAll(() => server.close())

const NUMBER = '0199aaaa-0000-7000-8000-000000000001'

function aQuestionnaire(changes: Partial<WealthQuestionnaire> = {}): WealthQuestionnaire {
  return {
    id: NUMBER,
    state: 'asked',
    due_at: '2026-12-01T10:00:00Z',
    overdue: false,
    note: 'We have to ask you.',
    asked_at: '2026-11-24T10:00:00Z',
    asked_by: 'Ann',
    answered_at: null,
    reviewed_at: null,
    reviewed_by: null,
    ...changes,
  }
}

const ANSWERED = aQuestionnaire({ state: 'answered', answered_at: '2026-11-25T10:00:00Z' })

/** Shows the part of player 7; the calls that change something, by their paths and bodies. */
function shown(questionnaires: WealthQuestionnaire[], mayDecide = true) {
  const sent: unknown[] = []
  const take = async ({ request }: { request: Request }) => {
    const text = await request.text()
    sent.push([new URL(request.url).pathname, text ? (JSON.parse(text) as unknown) : null])
    return HttpResponse.json({ questionnaires })
  }
  server.use(
    http.untyped.get('/api/players/7/wealth', () => HttpResponse.json({ questionnaires })),
    http.untyped.get(`/api/players/7/wealth/${NUMBER}/answer`, () =>
      HttpResponse.json({ profession: 'Baker', income: '25000_to_50000', source: 'savings', details: null }),
    ),
    http.untyped.post('/api/players/7/wealth', take),
    http.untyped.post(`/api/players/7/wealth/${NUMBER}/approve`, take),
    http.untyped.post(`/api/players/7/wealth/${NUMBER}/return`, take),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <Wealth id={7} mayDecide={mayDecide} />
    </QueryClientProvider>,
  )
  return sent
}

async function opened(button: string) {
  await userEvent.click(await screen.findByRole('button', { name: button }))
  return within(await screen.findByRole('dialog'))
}

test('a player is asked with a time and a note', async () => {
  const sent = shown([])
  expect(await screen.findByText('The player was never asked.')).toBeTruthy()
  const dialog = await opened('Ask the player')
  await userEvent.click(dialog.getByRole('button', { name: 'Ask the player' }))
  expect(sent).toEqual([])
  await userEvent.type(dialog.getByLabelText(/^Note to the player/), 'Tell us more.')
  await userEvent.click(dialog.getByRole('button', { name: 'Ask the player' }))
  await waitFor(() => expect(sent).toEqual([['/api/players/7/wealth', { days: 14, note: 'Tell us more.' }]]))
})

test('an answer is read on demand, and approved', async () => {
  const sent = shown([ANSWERED])
  expect(screen.queryByText('Baker')).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Read the answer' }))
  expect(await screen.findByText('Baker')).toBeTruthy()
  expect(screen.getByText('€25,000 to €50,000')).toBeTruthy()
  const dialog = await opened('Approve')
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(sent).toEqual([[`/api/players/7/wealth/${NUMBER}/approve`, null]]))
})

test('a decision is about the answer that was on show, whatever has come since', async () => {
  const sent = shown([ANSWERED])
  const dialog = await opened('Approve')
  const newer = { ...ANSWERED, id: '0199aaaa-0000-7000-8000-000000000002', note: 'We have to ask you once more.' }
  server.use(http.untyped.get('/api/players/7/wealth', () => HttpResponse.json({ questionnaires: [newer, { ...ANSWERED, state: 'returned' }] })))
  act(() => {
    focusManager.setFocused(false)
    focusManager.setFocused(true)
  })
  await screen.findByText(newer.note)
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(sent).toEqual([[`/api/players/7/wealth/${NUMBER}/approve`, null]]))
})

test('an answer that is not enough is asked for again', async () => {
  const sent = shown([ANSWERED])
  const dialog = await opened('Ask again')
  await userEvent.type(dialog.getByLabelText(/^Note to the player/), 'The payslip is of last year.')
  await userEvent.click(dialog.getByRole('button', { name: 'Ask the player' }))
  await waitFor(() => expect(sent).toEqual([[`/api/players/7/wealth/${NUMBER}/return`, { days: 14, note: 'The payslip is of last year.' }]]))
})

test('a role that only reads asks nobody', async () => {
  shown([aQuestionnaire({ overdue: true })], false)
  expect(await screen.findByText('Overdue')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
