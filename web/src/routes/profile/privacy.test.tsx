import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Closing, DataExport } from '@/features/privacy/api/privacy'
import { http } from '@/test/http'
import { aPlayer, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const EXPORTS = '/api/player/data_exports'
const CLOSING = '/api/player/closing'

function aCopy(changes: Partial<DataExport> = {}): DataExport {
  return {
    id: '0199aaaa-0000-7000-8000-000000000001',
    state: 'ready',
    asked_at: '2026-01-01T00:00:00.000Z',
    expires_at: '2026-01-08T00:00:00.000Z',
    size_bytes: 4_000,
    ...changes,
  }
}

function aClosing(changes: Partial<Closing> = {}): Closing {
  return {
    can_close: true,
    wallets: [],
    open_payments: 0,
    open_prizes: 0,
    open_rounds: 0,
    gifts: 0,
    lootboxes: 0,
    points: 0,
    kept_years: 5,
    kept_by: 'an act',
    ...changes,
  }
}

const copies = (exports: DataExport[]) => answers(EXPORTS, { exports, daily_max: 3, kept_days: 7 })

beforeEach(() => {
  answers('/api/player', aPlayer())
  answers(CLOSING, aClosing())
  copies([])
})

test.each([
  ['ready', true, /^Ready until/],
  ['asked', false, /^Being made/],
  ['expired', false, /^Deleted/],
  ['failed', false, /^It couldn't be made/],
] as const)('a copy that is %s can be taken: %s', async (state, canTake, text) => {
  copies([aCopy({ state })])
  await show('/profile/privacy')
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Take it' }) !== null).toBe(canTake)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ask for a copy' }).disabled).toBe(state === 'asked')
})

test('a copy is asked for, and the page tells that it is being made', async () => {
  server.use(
    http.untyped.post(EXPORTS, () =>
      HttpResponse.json({ exports: [aCopy({ state: 'asked', expires_at: null })], daily_max: 3, kept_days: 7 }, { status: 202 }),
    ),
  )
  await show('/profile/privacy')
  fireEvent.click(await screen.findByRole('button', { name: 'Ask for a copy' }))
  expect(await screen.findByText(/^Being made/)).toBeDefined()
})

test('what has to be finished first is told, and nothing is closed', async () => {
  answers(
    CLOSING,
    aClosing({ can_close: false, wallets: [{ currency: 'EUR', cash_cents: 1_250, held_cents: 0, bonus_cents: 0 }], open_payments: 2, open_prizes: 1 }),
  )
  await show('/profile/privacy')
  expect(await screen.findByText('Please finish this first')).toBeDefined()
  expect(await screen.findByText(/^€12\.50 is still in a wallet/)).toBeDefined()
  expect(screen.getByText('2 payments are under way')).toBeDefined()
  expect(screen.getByText('1 prize is still to be paid')).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Close my account' }).disabled).toBe(true)
})

test('the account is closed after a second question, with the reason', async () => {
  const sent: unknown[] = []
  server.use(
    http.untyped.post(CLOSING, async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await show('/profile/privacy')
  expect(await screen.findByText(/an act/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'See self-exclusion' }).getAttribute('href')).toBe('/profile/limits')
  fireEvent.click(screen.getByRole('button', { name: 'Close my account' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: ' enough ' } })
  expect(sent).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Close my account' }))
  await waitFor(() => expect(sent).toEqual([{ reason: 'enough' }]))
  expect(await screen.findByText('Your account is closed.')).toBeDefined()
})
