import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setMessages } from '@/i18n/messages'
import type { paths } from '../api/schema'
import type { SavedView } from '../api/types'
import { english } from '../i18n/english'
import { SavedViews } from './SavedViews'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const VIEW: SavedView = { id: 'a', page: '/payouts', search: '?state=decided', name: 'Decided', is_shared: true, is_own: false, by: 'Ada' }

test('a view is opened from the menu of its list, and the present one is saved', async () => {
  const sent: unknown[] = []
  server.use(
    http.get('/api/views', ({ response }) => response(200).json([VIEW, { ...VIEW, id: 'b', page: '/coins', name: 'Coins' }])),
    http.post('/api/views', async ({ request, response }) => {
      sent.push(await request.json())
      return response(200).json(VIEW)
    }),
  )
  const onOpen = vi.fn()
  const user = userEvent.setup()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SavedViews page="/payouts" search="?state=waiting" onOpen={onOpen} />
    </QueryClientProvider>,
  )
  const button = await screen.findByRole('button', { name: 'Saved views' })
  await user.click(button)
  expect(screen.queryByRole('menuitem', { name: /Coins/ })).toBeNull()
  await user.click(screen.getByRole('menuitem', { name: 'Decided (Ada)' }))
  expect(onOpen).toHaveBeenCalledWith('/payouts?state=decided')
  await user.click(button)
  await user.click(screen.getByRole('menuitem', { name: 'Save this view' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByRole('textbox'), 'Waiting')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ page: '/payouts', search: '?state=waiting', name: 'Waiting', is_shared: false }]))
})
