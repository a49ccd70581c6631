import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { axeFindings } from '@/test/axe'
import { Toasts } from '@/ui/toast'
import { meQuery } from '../../api/me'
import type { paths } from '../../api/schema'
import type { AccessChange, Me, Member, StaffRole } from '../../api/types'
import { english } from '../../i18n/english'
import { WaitingAccess } from './AccessChanges'
import { AccessDialog } from './AccessDialog'
import { InviteDialog } from './InviteDialog'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const ME = { id: 'me', name: 'Ada', permissions: ['staff.manage', 'chat.read'], brands: [] } as unknown as Me
const BRANDS = [{ id: 'marina', name: 'Marina' }]
const DESK: StaffRole = { id: 'desk', title: 'Chat desk', permissions: ['chat.read'], version: 2, members: [] }
const ANN = { id: 'ann', name: 'Ann', role: 'desk', role_title: 'Chat desk', brands: [] } as unknown as Member
const CHANGE: AccessChange = {
  id: 'change',
  member: 'ann',
  member_name: 'Ann',
  before: { role: 'desk', role_title: 'Chat desk', brands: [] },
  after: { role: 'support', role_title: null, brands: ['marina'] },
  reason: 'another desk',
  state: 'waiting',
  requester: 'bob',
  requested_by: 'Bob',
  requested_at: '2026-01-01T00:00:00Z',
  expires_at: '2026-01-02T00:00:00Z',
  decided_by: null,
  decision_reason: null,
  decided_at: null,
}

function clientOf(me: Me) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  client.setQueryData(meQuery.queryKey, me)
  return client
}

test('other brands are asked for with a reason', async () => {
  const sent: unknown[] = []
  const onDone = vi.fn()
  server.use(
    http.get('/api/roles', ({ response }) => response(200).json({ roles: [DESK], waiting: [] })),
    http.post('/api/staff/{id}/access', async ({ params, request, response }) => {
      sent.push({ ...params, ...(await request.json()) })
      return response(201).json(CHANGE)
    }),
  )
  const user = userEvent.setup()
  render(
    <QueryClientProvider client={clientOf(ME)}>
      <AccessDialog member={ANN} brands={BRANDS} onDone={onDone} onClose={vi.fn()} />
      <Toasts />
    </QueryClientProvider>,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Access of Ann' }))
  await user.click(await dialog.findByRole('checkbox', { name: 'Marina' }))
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'a new site')
  expect(await axeFindings(screen.getByRole('dialog'))).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Ask for approval' }))
  await screen.findByText('A colleague has to approve it now.')
  expect(sent).toEqual([{ id: 'ann', role: 'desk', brands: ['marina'], reason: 'a new site' }])
  expect(onDone).toHaveBeenCalledOnce()
})

test('what waits is approved by neither who has asked for it nor whom it is about', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('/api/access-changes/{id}/approve', async ({ params, request, response }) => {
      sent.push({ ...params, ...(await request.json()) })
      return response(200).json({ ...CHANGE, state: 'approved' })
    }),
  )
  const own: AccessChange = { ...CHANGE, id: 'own', requester: 'me', requested_by: 'Ada' }
  const mine: AccessChange = { ...CHANGE, id: 'mine', member: 'me', member_name: 'Ada' }
  const user = userEvent.setup()
  const { container } = render(
    <QueryClientProvider client={clientOf(ME)}>
      <WaitingAccess changes={[CHANGE, own, mine]} brands={BRANDS} me={ME} />
    </QueryClientProvider>,
  )
  const [first, second, third] = screen.getAllByRole('listitem').map((item) => within(item))
  expect(first?.getByText('Role: Chat desk → Support')).toBeDefined()
  expect(first?.getByText('Brands: All brands → Marina')).toBeDefined()
  expect([second, third].map((item) => item?.queryByRole('button', { name: 'Approve' }))).toEqual([null, null])
  expect(second?.getByRole('button', { name: 'Take back' })).toBeDefined()
  expect(third?.queryByRole('button')).toBeNull()
  expect(await axeFindings(container)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve this change?' }))
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'agreed')
  await user.click(dialog.getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(sent).toEqual([{ id: 'change', reason: 'agreed' }]))
})

test('who is invited anew keeps role and brands, and gets others once the role was withdrawn', async () => {
  const sent: unknown[] = []
  const gone: Member = { ...ANN, email: 'ann@house.example', state: 'dismissed', brands: ['marina'] }
  const support: StaffRole = { id: 'support', title: null, permissions: ['chat.read'], version: 0, members: [] }
  let roles = [support, DESK]
  server.use(
    http.get('/api/roles', ({ response }) => response(200).json({ roles, waiting: [] })),
    http.post('/api/staff', async ({ request, response }) => {
      sent.push(await request.json())
      return response(201).json({ link: 'https://office.example/invitation/a', member: gone })
    }),
  )
  const user = userEvent.setup()
  const dialogOf = () =>
    render(
      <QueryClientProvider client={clientOf(ME)}>
        <InviteDialog again={gone} brands={BRANDS} onInvited={vi.fn()} onClose={vi.fn()} />
      </QueryClientProvider>,
    )
  const { unmount } = dialogOf()
  expect(await screen.findByText(/stay as they were: Chat desk, Marina/)).toBeDefined()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(await axeFindings(screen.getByRole('dialog'))).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Invite' }))
  await waitFor(() => expect(sent).toEqual([{ email: 'ann@house.example', name: 'Ann', role: 'desk', brands: ['marina'] }]))
  unmount()
  roles = [support]
  dialogOf()
  expect(await screen.findByRole('checkbox', { name: 'Marina' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Invite' }))
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ role: 'support', brands: ['marina'] }))
})
