import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { DocumentKindState, WealthQuestionnaire } from '@/api/types'
import { http } from '@/test/http'
import { aPlayer, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const PATH = '/api/player/wealth_questionnaire'
const DUE = '2027-01-31T12:00:00.000Z'

function aQuestionnaire(changes: Partial<WealthQuestionnaire> = {}): WealthQuestionnaire {
  return { state: 'asked', due_at: DUE, overdue: false, note: 'Please send your last payslip.', answered_at: null, ...changes }
}

function files(states: ('pending' | 'rejected')[] = []): void {
  const documents = states.map((state, number) => ({
    id: `0199aaaa-0000-7000-8000-00000000000${number}`,
    kind: 'wealth' as const,
    state,
    file_type: 'png' as const,
    size_bytes: 1_000,
    uploaded_at: '2026-01-01T00:00:00.000Z',
    reviewed_at: null,
    reason: state === 'rejected' ? ('illegible' as const) : null,
    note: null,
  }))
  const wealth: DocumentKindState = { kind: 'wealth', required: false, state: states[0] ?? 'not_started', can_upload: true, documents }
  const identity: DocumentKindState = { kind: 'identity', required: true, state: 'not_started', can_upload: true, documents: [] }
  answers('/api/player/documents', {
    verified: false,
    sumsub_verified: false,
    identity_check: null,
    kinds: [identity, wealth],
    file_max_bytes: 1_000_000,
    unverified_cashout_cents: 200_000,
    currency: 'EUR',
  })
}

beforeEach(() => {
  answers('/api/player', aPlayer({ sow_questionnaire_expires_at: DUE }))
  files()
})

const choose = async (label: RegExp, option: string) => {
  fireEvent.click(await screen.findByRole('button', { name: label }))
  fireEvent.click(within(await screen.findByRole('listbox')).getByRole('option', { name: option }))
}

test.each([
  [aQuestionnaire(), /^Please answer by/, true],
  [aQuestionnaire({ overdue: true }), /^Your answer was due on/, true],
  [aQuestionnaire({ state: 'answered', due_at: null, note: null }), 'We have your answer', false],
  [aQuestionnaire({ state: 'approved', due_at: null, note: null }), 'Your answer was accepted', false],
  [aQuestionnaire({ state: null, due_at: null, note: null }), "We aren't asking you anything", false],
])('the page tells how the questionnaire stands', async (questionnaire, title, asks) => {
  answers(PATH, questionnaire)
  await show('/profile/wealth')
  expect(await screen.findByText(title)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Send my answers' }) !== null).toBe(asks)
  expect(screen.queryByText('Please send your last payslip.') !== null).toBe(asks)
})

test('without a file that counts nothing can be sent', async () => {
  answers(PATH, aQuestionnaire())
  files(['rejected'])
  await show('/profile/wealth')
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Send my answers' })).disabled).toBe(true)
  expect(screen.getByText(/^Please send a file first/)).toBeDefined()
})

test('the answers are sent once they are whole', async () => {
  answers(PATH, aQuestionnaire())
  files(['pending'])
  const sent: unknown[] = []
  server.use(
    http.untyped.post(PATH, async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(aQuestionnaire({ state: 'answered', due_at: null, note: null }))
    }),
  )
  await show('/profile/wealth')
  const submit = await screen.findByRole('button', { name: 'Send my answers' })
  await userEvent.click(submit)
  expect(await screen.findAllByText('Please fill in this field.')).not.toHaveLength(0)
  expect(sent).toEqual([])
  await userEvent.type(screen.getByLabelText(/^Profession/), 'Baker')
  await choose(/Income in a year/, '€25,000 to €50,000')
  await choose(/Where most of your wealth/, 'Something else')
  await userEvent.type(screen.getByLabelText(/^In your own words/), 'A lottery.')
  await userEvent.click(submit)
  await waitFor(() => expect(sent).toEqual([{ profession: 'Baker', income: '25000_to_50000', source: 'other', details: 'A lottery.' }]))
  expect(await screen.findByText('We have your answer')).toBeDefined()
})

test('the page of verification asks for other documents only', async () => {
  await show('/profile/verification')
  expect(await screen.findByRole('region', { name: 'Proof of identity' })).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Proof of the source of wealth' })).toBeNull()
})
