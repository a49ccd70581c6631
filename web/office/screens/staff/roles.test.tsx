import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { axeFindings } from '@/test/axe'
import { Toasts } from '@/ui/toast'
import { meQuery } from '../../api/me'
import type { paths } from '../../api/schema'
import type { Me, RoleChange, StaffRole } from '../../api/types'
import { Allowed } from '../../app/Allowed'
import { english } from '../../i18n/english'
import { RoleDifference } from './RoleChanges'
import { RoleEditor } from './RoleEditor'
import { difference, GROUPS, permissionsOf, permissionText, roleOptions } from './roles'
import { RolesPage } from './RolesPage'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const ME = { id: 'me', name: 'Ada', permissions: ['staff.manage', 'chat.read', 'chat.reply'], brands: [] } as unknown as Me
const SUPPORT: StaffRole = { id: 'support', title: null, permissions: ['chat.read', 'players.read'], version: 0, members: [] }
const DESK: StaffRole = { id: 'desk', title: 'Chat desk', permissions: ['chat.read'], version: 2, members: [{ id: 'm', name: 'Ann' }] }
const CHANGE: RoleChange = {
  id: 'change',
  role: 'desk',
  step: 'change',
  before: { name: 'Chat desk', permissions: ['chat.read'] },
  after: { name: 'Chat desk', permissions: ['chat.reply'] },
  reason: 'a new desk',
  state: 'waiting',
  requester: 'other',
  requested_by: 'Bob',
  requested_at: '2026-01-01T00:00:00Z',
  expires_at: '2026-01-02T00:00:00Z',
  decided_by: null,
  decision_reason: null,
  decided_at: null,
}

/** A cache that knows who is signed in. */
function clientOf(me: Me) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  client.setQueryData(meQuery.queryKey, me)
  return client
}

test('every permission stands in one group of the editor, with a sentence', () => {
  const all = GROUPS.flatMap((group) => permissionsOf(group))
  expect(new Set(all).size).toBe(all.length)
  expect(all.filter((permission) => permissionText(permission).startsWith('permission.'))).toEqual([])
})

test('a role that allows more than its giver may do is not on offer, but stays with who has it', () => {
  expect(roleOptions([SUPPORT, DESK], ME)).toEqual([{ id: 'desk', label: 'Chat desk' }])
  expect(roleOptions([SUPPORT, DESK], ME, 'support').map(({ id }) => id)).toEqual(['support', 'desk'])
})

test('a change shows what it adds and takes', () => {
  expect(difference(['chat.read'], ['chat.read', 'log.read'])).toEqual({ added: ['log.read'], taken: [] })
  render(<RoleDifference change={CHANGE} />)
  expect(screen.getByText(/^\+ /).textContent).toBe('+ Answer conversations and close them')
  expect(screen.getByText(/^− /).textContent).toBe('− Read conversations with support')
})

test('a new version is asked for after the one that was seen, and what the reader lacks cannot be put in', async () => {
  const sent: unknown[] = []
  const onDone = vi.fn()
  server.use(
    http.post('/api/roles/{id}/change', async ({ params, request, response }) => {
      sent.push({ ...params, ...(await request.json()) })
      return response(201).json(CHANGE)
    }),
  )
  const user = userEvent.setup()
  render(
    <QueryClientProvider client={clientOf(ME)}>
      <RoleEditor role={DESK} isNew={false} me={ME} onDone={onDone} onClose={vi.fn()} />
      <Toasts />
    </QueryClientProvider>,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Change a role' }))
  expect(await axeFindings(screen.getByRole('dialog'))).toEqual([])
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Decide about payouts' }).disabled).toBe(true)
  await user.click(dialog.getByRole('checkbox', { name: 'Answer conversations and close them' }))
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'they answer too')
  await user.click(dialog.getByRole('button', { name: 'Ask for approval' }))
  await screen.findByText('A colleague has to approve it now.')
  expect(sent).toEqual([{ id: 'desk', seen: 2, name: 'Chat desk', permissions: ['chat.read', 'chat.reply'], reason: 'they answer too' }])
  expect(onDone).toHaveBeenCalledOnce()
})

test('a permission that is withdrawn in mid-form leaves what was typed, and the page says so', async () => {
  server.use(http.post('/api/roles', ({ response }) => response.untyped(HttpResponse.json({ error: { code: 'forbidden', message: 'no' } }, { status: 403 }))))
  const client = clientOf(ME)
  const user = userEvent.setup()
  render(
    <QueryClientProvider client={client}>
      <Allowed permission="staff.manage">
        <RoleEditor isNew me={ME} onDone={vi.fn()} onClose={vi.fn()} />
      </Allowed>
    </QueryClientProvider>,
  )
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'Night desk')
  await user.click(dialog.getByRole('checkbox', { name: 'Read conversations with support' }))
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'nights')
  await user.click(dialog.getByRole('button', { name: 'Ask for approval' }))
  await dialog.findByText("Your role doesn't include this.")
  client.setQueryData(meQuery.queryKey, { ...ME, permissions: [] })
  await screen.findByText(/What you typed is still here/)
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /Name/ }).value).toBe('Night desk')
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Read conversations with support' }).checked).toBe(true)
})

test('a page that was never allowed is not shown', () => {
  render(
    <QueryClientProvider client={clientOf({ ...ME, permissions: [] })}>
      <Allowed permission="staff.manage">secret</Allowed>
    </QueryClientProvider>,
  )
  expect(screen.queryByText('secret')).toBeNull()
})

test('a colleague approves what waits, and a requester only takes it back', async () => {
  const sent: unknown[] = []
  const own: RoleChange = { ...CHANGE, id: 'own', requester: 'me', requested_by: 'Ada' }
  server.use(
    http.get('/api/roles', ({ response }) => response(200).json({ roles: [SUPPORT, DESK], waiting: [CHANGE, own] })),
    http.post('/api/role-changes/{id}/approve', async ({ params, request, response }) => {
      sent.push({ ...params, ...(await request.json()) })
      return response(200).json({ ...CHANGE, state: 'approved' })
    }),
  )
  const user = userEvent.setup()
  render(
    <QueryClientProvider client={clientOf(ME)}>
      <RolesPage />
      <Toasts />
    </QueryClientProvider>,
  )
  expect(await screen.findAllByRole('button', { name: 'Approve' })).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: 'Take back' })).toHaveLength(1)
  expect(within(screen.getByRole('group', { name: 'Actions for Support' })).queryByRole('button', { name: 'Change' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve this change?' }))
  await user.type(dialog.getByRole('textbox'), 'looked into it')
  await user.click(dialog.getByRole('button', { name: 'Approve' }))
  await screen.findByText('The change is in force.')
  expect(sent).toEqual([{ id: 'change', reason: 'looked into it' }])
})
