import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { axeFindings } from '@/test/axe'
import { CONTENT } from '../../api/content'
import type { paths } from '../../api/schema'
import type { ContentFault, ContentRow, DraftChoice } from '../../api/types'
import { english } from '../../i18n/english'
import { PublishDialog } from './PublishDialog'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const OWN = 'pages.toml'
const OTHER = 'menus.toml'
const AT = '2099-01-01T10:00'
const FAULT: ContentFault = { path: OTHER, line: 2, message: 'nothing is called so' }

const row = (path: string, revision: number, state: ContentRow['state'] = 'draft'): ContentRow => ({
  path,
  revision,
  state,
  group: 'content',
  format: 'toml',
  version: 0,
  changed_at: null,
  changed_by: null,
  due_at: null,
})

const refusal = (status: number, code: string) => HttpResponse.json({ error: { code, message: '' } }, { status })
const found = (...faults: ContentFault[]) => HttpResponse.json({ faults })

interface Sent {
  key: string | null
  body: { documents: DraftChoice[]; reason: string; at: string | null }
}

/** Judges drafts. */
type Judge = (documents: DraftChoice[]) => Response | Promise<Response>

/** Opens the dialog for revision 1 of a draft; the server answers from `state`, which tests change. */
function opened(judge: Judge = () => found()) {
  const sent: Sent[] = []
  const onClose = vi.fn()
  const state = {
    rows: [row(OWN, 1), row(OTHER, 3)],
    judge,
    answer: (): Response => new HttpResponse(null, { status: 204 }),
  }
  server.use(
    // Asked after an answer that is none, to learn whether the server is there.
    http.untyped.get('/client-context', () => HttpResponse.json({})),
    http.get('/api/content', ({ response }) => response(200).json({ documents: state.rows })),
    http.untyped.post('/api/content/check', async ({ request }) => state.judge(((await request.json()) as { documents: DraftChoice[] }).documents)),
    http.untyped.post('/api/content/publish', async ({ request }) => {
      sent.push({ key: request.headers.get('idempotency-key'), body: (await request.json()) as Sent['body'] })
      return state.answer()
    }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  const ui = (revision: number) => (
    <QueryClientProvider client={client}>
      <PublishDialog path={OWN} revision={revision} onClose={onClose} />
    </QueryClientProvider>
  )
  const { rerender } = render(ui(1))
  return {
    sent,
    state,
    onClose,
    user: userEvent.setup(),
    reload: () => act(() => client.invalidateQueries({ queryKey: CONTENT })),
    reopenAt: (revision: number) => rerender(ui(revision)),
  }
}

const reason = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Reason/ })
const confirm = (name = 'Publish') => screen.getByRole<HTMLButtonElement>('button', { name })
const other = () => screen.findByRole('checkbox', { name: OTHER })
const isReady = () => waitFor(() => expect(confirm().disabled).toBe(false))

async function chooseLater(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole('button', { name: /When/ }))
  await user.click(await screen.findByRole('option', { name: 'At a set time' }))
}

test('a draft is published at once, and the form is described by what will happen alone', async () => {
  const { sent, onClose, user } = opened()
  await other()
  expect(await axeFindings(document.body)).toEqual([])
  const form = confirm().closest('form')
  const description = document.getElementById(form?.getAttribute('aria-describedby') ?? '')
  expect(description?.textContent).toBe(english['publish.text'])
  await user.type(reason(), 'spring')
  await isReady()
  await user.click(confirm())
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.map(({ body }) => body)).toEqual([{ documents: [{ path: OWN, revision: 1 }], reason: 'spring', at: null }])
})

test('a time of which a part is missing is refused, and never means now', async () => {
  const { sent, onClose, user } = opened()
  await user.type(reason(), 'spring')
  await isReady()
  await chooseLater(user)
  const time = screen.getByLabelText(/^Date and time/)
  fireEvent.change(time, { target: { value: AT } })
  // A browser empties the value when a part of it is deleted.
  fireEvent.change(time, { target: { value: '' } })
  await user.click(confirm('Schedule'))
  expect(await screen.findByText('Please enter a full date and time.')).toBeTruthy()
  fireEvent.change(time, { target: { value: '2001-01-01T10:00' } })
  await user.click(confirm('Schedule'))
  expect(await screen.findByText('Please choose a time in the future.')).toBeTruthy()
  expect(sent).toEqual([])
  fireEvent.change(time, { target: { value: AT } })
  await user.click(confirm('Schedule'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.map(({ body }) => body.at)).toEqual([new Date(AT).toISOString()])
})

test('after an undecided try the same choice keeps its key, and another one gets another', async () => {
  const { sent, state, onClose, user } = opened()
  state.answer = () => new HttpResponse(null, { status: 503 })
  await user.type(reason(), 'spring')
  const send = async (name: string, count: number) => {
    await waitFor(() => expect(confirm(name).disabled).toBe(false))
    await user.click(confirm(name))
    await waitFor(() => expect(sent).toHaveLength(count))
    await waitFor(() => expect(confirm(name).getAttribute('aria-busy')).toBeNull())
  }
  await send('Publish', 1)
  await send('Publish', 2)
  await user.click(await other())
  await send('Publish', 3)
  await chooseLater(user)
  fireEvent.change(screen.getByLabelText(/^Date and time/), { target: { value: AT } })
  await send('Schedule', 4)
  const [first, second, third, fourth] = sent
  expect(second).toEqual(first)
  expect(third?.body.documents).toEqual([
    { path: OWN, revision: 1 },
    { path: OTHER, revision: 3 },
  ])
  expect(fourth?.body.at).toBe(new Date(AT).toISOString())
  expect(new Set([first, third, fourth].map((one) => one?.key)).size).toBe(3)
  expect(onClose).not.toHaveBeenCalled()
})

test('what has faults is not published, and its faults stay in sight while the next choice is judged', async () => {
  let release: (answer: Response) => void = () => undefined
  const judged = new Promise<Response>((resolve) => {
    release = resolve
  })
  const { user } = opened((documents) => (documents.length === 1 ? judged : found(FAULT)))
  expect(confirm().disabled).toBe(true)
  await user.click(await other())
  expect(await screen.findByText(/nothing is called so/)).toBeTruthy()
  expect(confirm().disabled).toBe(true)
  await user.click(await other())
  expect(screen.getByText(/nothing is called so/)).toBeTruthy()
  expect(confirm().disabled).toBe(true)
  release(found())
  await isReady()
  expect(screen.queryByText(/nothing is called so/)).toBeNull()
})

test('a refusal leaves the dialog open with its reason, and shows the faults', async () => {
  const { sent, state, onClose, user } = opened()
  state.answer = () => {
    state.judge = () => found(FAULT)
    return refusal(409, 'content_faulty')
  }
  await user.type(reason(), 'spring')
  await isReady()
  await user.click(confirm())
  expect(await screen.findByText(/nothing is called so/)).toBeTruthy()
  expect(reason().value).toBe('spring')
  expect(confirm().disabled).toBe(true)
  expect(sent).toHaveLength(1)
  expect(onClose).not.toHaveBeenCalled()
})

test('drafts that nobody could judge are not published, and can be judged again', async () => {
  const { state, user } = opened(() => refusal(500, 'internal'))
  const retry = await screen.findByRole('button', { name: english['state.retry'] ?? '' })
  expect(confirm().disabled).toBe(true)
  state.judge = () => found()
  await user.click(retry)
  await isReady()
})

test('a ticked draft that was edited meanwhile goes out only when it is ticked anew', async () => {
  const { sent, state, reload, onClose, user } = opened()
  await user.type(reason(), 'spring')
  await user.click(await other())
  await isReady()
  state.rows = [row(OWN, 1), row(OTHER, 4)]
  await reload()
  expect(await screen.findByText(english['together.changed'] ?? '')).toBeTruthy()
  expect(confirm().disabled).toBe(true)
  await user.click(await other())
  await user.click(await other())
  await isReady()
  await user.click(confirm())
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent[0]?.body.documents).toEqual([
    { path: OWN, revision: 1 },
    { path: OTHER, revision: 4 },
  ])
})

test('a ticked draft that is gone stays in sight until it is unticked', async () => {
  const { state, reload, user } = opened()
  await user.click(await other())
  await isReady()
  state.rows = [row(OWN, 1), row(OTHER, 3, 'scheduled')]
  await reload()
  expect(await screen.findByText(english['together.gone'] ?? '')).toBeTruthy()
  expect(confirm().disabled).toBe(true)
  await user.click(await other())
  await isReady()
  expect(screen.queryByRole('checkbox', { name: OTHER })).toBeNull()
})

test('a draft that changed behind the dialog is not published from it', async () => {
  const { reopenAt } = opened()
  await isReady()
  reopenAt(2)
  expect(screen.getByText(english['publish.own_changed'] ?? '')).toBeTruthy()
  expect(confirm().disabled).toBe(true)
})

test('a draft that a colleague scheduled meanwhile is not published from here', async () => {
  const { state, onClose, user } = opened()
  state.answer = () => {
    state.rows = [row(OWN, 1, 'scheduled'), row(OTHER, 3)]
    return refusal(409, 'content_changed')
  }
  await user.type(reason(), 'spring')
  await isReady()
  await user.click(confirm())
  expect(await screen.findByText(english['publish.own_changed'] ?? '')).toBeTruthy()
  expect(confirm().disabled).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
})
