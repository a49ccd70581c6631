import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { currenciesQuery } from '../../../api/currencies'
import type { components, paths } from '../../../api/schema'
import { english } from '../../../i18n/english'
import { DryRunPanel } from './DryRunPanel'

type Standing = components['schemas']['FraudDryRunStanding']

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const DONE: Standing = {
  state: 'done',
  revision: 3,
  asked_by: 'Rita',
  asked_at: '2026-11-27T10:00:00Z',
  fault: null,
  found: {
    from: '2026-10-28T10:00:00Z',
    to: '2026-11-27T10:00:00Z',
    payments: 40,
    lines: [{ type: 'payout', reason: 'large', old: { review: 9, decline: 0 }, new: { review: 4, decline: 2 } }],
    old: { review: 9, decline: 0 },
    new: { review: 4, decline: 2 },
    changed: 7,
    shown: [
      {
        payment: '019a0000-0000-7000-8000-000000000001',
        player: 12,
        type: 'payout',
        amount_cents: 900_000,
        currency: 'EUR',
        at: '2026-11-20T10:00:00Z',
        old: { decision: 'review', reason: 'large' },
        new: { decision: 'approve', reason: null },
      },
    ],
  },
}

function shown(revision: number | null) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  client.setQueryData(currenciesQuery.queryKey, [{ code: 'EUR', fiat: true, subunits_to_unit: 100 }])
  render(
    <QueryClientProvider client={client}>
      <DryRunPanel revision={revision} />
    </QueryClientProvider>,
  )
}

/** Answers `standing`, and `DONE` once the dry run is asked for; the bodies that ask. */
function answering(standing: Standing | null) {
  const asked: unknown[] = []
  let now = standing
  server.use(
    http.get('/api/fraud-rules/dry-run', ({ response }) => response(200).json({ standing: now })),
    http.post('/api/fraud-rules/dry-run', async ({ request, response }) => {
      asked.push(await request.json())
      now = DONE
      return response(200).json({ standing: now })
    }),
  )
  return asked
}

test('a draft is tried as it was seen, and what it decides otherwise is listed', async () => {
  const user = userEvent.setup()
  const asked = answering(null)
  shown(3)
  await user.click(await screen.findByRole('button', { name: 'Start the dry run' }))
  await waitFor(() => expect(asked).toEqual([{ revision: 3 }]))
  const [rules, changed] = await screen.findAllByRole('table')
  expect(within(rules as HTMLElement).getByText('9')).toBeTruthy()
  expect(within(rules as HTMLElement).getByText('4')).toBeTruthy()
  expect(within(changed as HTMLElement).getByText('#12')).toBeTruthy()
  expect(within(changed as HTMLElement).getByText('Let through')).toBeTruthy()
  expect(screen.getByText('The newest 1 of them:')).toBeTruthy()
  expect(screen.queryByText('The draft has changed since this dry run.')).toBeNull()
})

test('a dry run of an older draft says so, and without a draft there is nothing to try', async () => {
  answering(DONE)
  shown(null)
  expect(await screen.findByText('The draft has changed since this dry run.')).toBeTruthy()
  expect(screen.getByText('There is no draft to try.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Start the dry run' }).hasAttribute('disabled')).toBe(true)
})

test('a dry run that failed says why', async () => {
  answering({ ...DONE, state: 'failed', found: null, fault: 'faulty' })
  shown(3)
  expect(await screen.findByText("The draft doesn't load. Its faults stand beside its text.")).toBeTruthy()
})
