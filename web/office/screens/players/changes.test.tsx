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
import { CorrectDialog } from './CorrectDialog'
import { Groups } from './Groups'
import { Lootboxes } from './Lootboxes'
import { Points } from './Points'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const BOX = {
  id: '5',
  title: 'Spin of the wheel',
  stage: 'activated',
  currency: 'EUR',
  prize: '10 free spins',
  created_at: '2026-11-24T10:00:00Z',
  valid_until: '2026-11-27T10:00:00Z',
  finished_at: '2026-11-24T11:00:00Z',
}
const KINDS = [
  { code: 'wheel', title: 'Spin of the wheel', valid_hours: 72, currencies: ['EUR'] },
  { code: 'dollars', title: 'Box of dollars', valid_hours: 24, currencies: ['USD'] },
]
const GROUPS = [
  { id: 21, name: 'Tester' },
  { id: 100, name: 'Multi-account' },
]
const PLAYER = {
  id: 7,
  wallets: [{ currency: 'EUR', cash_cents: 0, held_cents: 0, bonus_cents: 0 }],
  groups: [
    { id: 'group_21', name: 'Tester' },
    { id: 'group_259', name: 'Gold' },
    { id: 'level_2', name: 'Level 2' },
  ],
  points: { points: 40, total_points: 200 },
}

/** Shows a part of the page of player 7; the bodies of the calls that change something. `refusal` is the code that each is refused with. */
function shown(part: ReactNode, refusal?: string) {
  const sent: unknown[] = []
  const take = async ({ request }: { request: Request }) => {
    sent.push(await request.json())
    return refusal ? HttpResponse.json({ error: { code: refusal, message: '' } }, { status: 409 }) : HttpResponse.json({})
  }
  server.use(
    http.untyped.get('/api/groups', () => HttpResponse.json({ groups: GROUPS })),
    http.untyped.get('/api/lootbox-kinds', () => HttpResponse.json({ kinds: KINDS })),
    http.untyped.get('/api/players/7/lootboxes', () => HttpResponse.json({ lootboxes: [BOX] })),
    http.untyped.post('/api/players/7/groups', take),
    http.untyped.post('/api/players/7/points', take),
    http.untyped.post('/api/players/7/lootboxes', take),
    http.untyped.post('/api/players/7/correct', take),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(<QueryClientProvider client={client}>{part}</QueryClientProvider>)
  return sent
}

/** The dialog that a button opens. */
async function opened(user: ReturnType<typeof userEvent.setup>, button: string) {
  await user.click(await screen.findByRole('button', { name: button }))
  return within(await screen.findByRole('dialog'))
}

const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('only the groups that are ticked anew or no longer are changed', async () => {
  const user = userEvent.setup()
  const sent = shown(<Groups player={PLAYER} mayChange />)
  expect(screen.getByText('Gold')).toBeTruthy()
  const dialog = await opened(user, 'Change groups')
  expect((await dialog.findByRole<HTMLInputElement>('checkbox', { name: 'Tester (21)' })).checked).toBe(true)
  await user.type(dialog.getByLabelText(/^Reason/), 'Two accounts')
  await user.click(dialog.getByRole('button', { name: 'Change' }))
  expect(await dialog.findByText('Nothing is changed yet.')).toBeTruthy()
  await user.click(dialog.getByRole('checkbox', { name: 'Tester (21)' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Multi-account (100)' }))
  await user.click(dialog.getByRole('button', { name: 'Change' }))
  await waitFor(() => expect(sent).toEqual([{ add: [100], remove: [21], reason: 'Two accounts' }]))
  await gone()
})

test('points are taken as a number below zero', async () => {
  const user = userEvent.setup()
  const sent = shown(<Points player={PLAYER} mayCorrect />)
  expect(screen.getByText('40 to spend, 200 earned for life')).toBeTruthy()
  const dialog = await opened(user, 'Correct points')
  await user.type(dialog.getByLabelText(/^How many points/), '1.5')
  await user.type(dialog.getByLabelText(/^Reason/), 'A mistake')
  await user.click(dialog.getByRole('button', { name: 'Correct' }))
  expect(await dialog.findByText('Type a whole number above zero.')).toBeTruthy()
  expect(sent).toEqual([])
  await user.clear(dialog.getByLabelText(/^How many points/))
  await user.type(dialog.getByLabelText(/^How many points/), '15')
  await user.click(dialog.getByRole('button', { name: /What happens/ }))
  await user.click(await screen.findByRole('option', { name: 'Points are taken from the player' }))
  await user.click(dialog.getByRole('button', { name: 'Correct' }))
  await waitFor(() => expect(sent).toEqual([{ points: -15, reason: 'A mistake' }]))
  await gone()
})

test('what the server has against a correction stands in the dialog', async () => {
  const user = userEvent.setup()
  const sent = shown(<Points player={PLAYER} mayCorrect />, 'points_too_many')
  const dialog = await opened(user, 'Correct points')
  await user.type(dialog.getByLabelText(/^How many points/), '900 000')
  await user.type(dialog.getByLabelText(/^Reason/), 'A gift')
  await user.click(dialog.getByRole('button', { name: 'Correct' }))
  expect(await dialog.findByText('This is more than one member corrects, or than may be corrected within a day.')).toBeTruthy()
  expect(sent).toEqual([{ points: 900_000, reason: 'A gift' }])
})

test('a box is issued in a wallet that it is made in', async () => {
  const user = userEvent.setup()
  const sent = shown(<Lootboxes player={PLAYER} mayIssue />)
  expect(await screen.findByText('10 free spins')).toBeTruthy()
  const dialog = await opened(user, 'Issue a box')
  expect(await dialog.findByText('The player has 72 hours to open it.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Issue' }))
  expect(sent).toEqual([])
  await user.type(dialog.getByLabelText(/^Reason/), 'A birthday')
  await user.click(dialog.getByRole('button', { name: 'Issue' }))
  await waitFor(() => expect(sent).toEqual([{ code: 'wheel', currency: 'EUR', reason: 'A birthday' }]))
  await gone()
})

test('a player is corrected in the fields that are filled', async () => {
  const user = userEvent.setup()
  const onDone = vi.fn()
  const sent = shown(<CorrectDialog player={7} onDone={onDone} onClose={() => undefined} />)
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Reason/), 'A typo')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Fill in at least one field.')).toBeTruthy()
  await user.type(dialog.getByLabelText(/^First name/), 'Ada')
  expect(dialog.queryByText('Fill in at least one field.')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(sent).toEqual([{ first_name: 'Ada', reason: 'A typo' }])
})

test('a role that only reads changes nothing', async () => {
  shown(
    <>
      <Groups player={PLAYER} mayChange={false} />
      <Points player={PLAYER} mayCorrect={false} />
      <Lootboxes player={PLAYER} mayIssue={false} />
    </>,
  )
  expect(await screen.findByText('Spin of the wheel')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
