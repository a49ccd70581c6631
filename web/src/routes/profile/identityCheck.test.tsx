import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { IdentityCheck, VerificationState } from '@/api/types'
import { documentsQuery } from '@/features/verification/api/documents'
import { http } from '@/test/http'
import { aPlayer, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const PATH = '/api/player/documents'
const START = '/api/player/identity_check'
const PAGE = 'http://partner.example/websdk?accessToken=t'

function aState(check: Partial<IdentityCheck> | null, changes: Partial<VerificationState> = {}): VerificationState {
  const identity_check: IdentityCheck | null = check && { state: null, can_start: true, reasons: [], ...check }
  return {
    verified: false,
    sumsub_verified: false,
    identity_check,
    kinds: [],
    file_max_bytes: 1_000_000,
    unverified_cashout_cents: 200_000,
    currency: 'EUR',
    ...changes,
  }
}

beforeEach(() => answers('/api/player', aPlayer()))

const card = () => screen.findByRole('region', { name: 'Verify online' })

test.each([
  [{ state: 'pending', can_start: false }, 'Being checked'],
  [{ state: 'on_hold', can_start: false }, 'On hold'],
  [{ state: 'review', can_start: false }, 'With our team'],
  [{ state: 'refused', can_start: false, reasons: ['underage'] }, 'Not confirmed'],
] as const)('a check that stands as %j can only be waited for', async (check, badge) => {
  answers(PATH, aState({ ...check, reasons: 'reasons' in check ? [...check.reasons] : [] }))
  await show('/profile/verification')
  const region = within(await card())
  expect(region.getByText(badge)).toBeDefined()
  expect(region.queryByRole('button')).toBeNull()
  if (check.state === 'refused') expect(region.getByText("You're too young to play.")).toBeDefined()
})

test('an operator without a partner offers uploads alone', async () => {
  answers(PATH, aState(null))
  await show('/profile/verification')
  expect(await screen.findByText("Your account isn't verified yet")).toBeDefined()
  expect(screen.queryByText('Verify online')).toBeNull()
})

test("the partner's page stands in a frame until the check has ended", async () => {
  answers(PATH, aState({ state: 'retry', reasons: ['unreadable'] }))
  server.use(http.untyped.post(START, () => HttpResponse.json({ url: PAGE, expires_at: '2026-01-01T00:20:00.000Z' })))
  const { queryClient } = await show('/profile/verification')
  expect(within(await card()).getByText("A picture couldn't be read. Use good light and hold still.")).toBeDefined()
  await userEvent.click(within(await card()).getByRole('button', { name: 'Try again' }))
  const frame = await screen.findByTitle('Page of our identity partner')
  expect(frame.getAttribute('src')).toBe(PAGE)
  expect(frame.getAttribute('allow')).toBe('camera')
  const reload = () => queryClient.invalidateQueries({ queryKey: documentsQuery.queryKey })
  answers(PATH, aState({ state: 'pending', can_start: false }))
  await reload()
  expect(screen.getByTitle('Page of our identity partner')).toBe(frame)
  answers(PATH, aState({ state: 'approved', can_start: false }, { verified: true, sumsub_verified: true }))
  await reload()
  await waitFor(() => expect(screen.queryByTitle('Page of our identity partner')).toBeNull())
  expect(within(await card()).getByText('Confirmed')).toBeDefined()
})

test.each([
  [422, { errors: { last_name: [{ code: 'VALIDATION.LAST_NAME.REQUIRED', message: '' }] } }, /^Your profile needs your name/, '/profile', []],
  [
    422,
    { errors: { country: [{ code: 'VALIDATION.COUNTRY.REQUIRED', message: '' }] } },
    /^Please complete your account first/,
    '/profile/complete',
    ['country'],
  ],
  [503, { error: { code: 'identity_partner_unavailable', message: '' } }, /isn't answering at the moment/, null, []],
])('a start that is answered with %s says what to do instead', async (status, body, text, way, missed) => {
  answers('/api/player', aPlayer({ auth_fields_missed: missed }))
  answers(PATH, aState({}))
  server.use(http.untyped.post(START, () => HttpResponse.json(body, { status })))
  await show('/profile/verification')
  await userEvent.click(within(await card()).getByRole('button', { name: 'Verify now' }))
  const region = within(await card())
  expect(await region.findByText(text)).toBeDefined()
  expect(region.queryByRole('link')?.getAttribute('href') ?? null).toBe(way)
  expect(screen.queryByRole('dialog')).toBeNull()
})
