import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { chatQuery } from '../../api/chats'
import type { paths } from '../../api/schema'
import type { Chat } from '../../api/types'
import { english } from '../../i18n/english'
import { PictureReply } from './PictureReply'

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

function shown() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <PictureReply chat={{ id: 'c1' }} />
    </QueryClientProvider>,
  )
  return client
}

const chooser = () => screen.getByLabelText<HTMLInputElement>('Send a picture: Choose a picture')
const picture = () => new File(['x'], 'scan.png', { type: 'image/png' })

test('a picture goes to the player at once, and the page shows what the server answers', async () => {
  const keys: (string | null)[] = []
  const answered: Partial<Chat> = { id: 'c1', message_count: 2 }
  server.use(
    http.untyped.post('/api/chats/c1/pictures', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return HttpResponse.json(answered)
    }),
  )
  const client = shown()
  await userEvent.upload(chooser(), picture())
  await waitFor(() => expect(client.getQueryData(chatQuery('c1').queryKey)).toEqual(answered))
  expect(keys).toEqual([expect.any(String)])
})

test('what fails is told in its place and goes again under its key', async () => {
  const keys: (string | null)[] = []
  server.use(
    http.untyped.post('/api/chats/c1/pictures', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      const error = { code: 'unavailable', message: '' }
      return keys.length === 1 ? HttpResponse.json({ error }, { status: 503 }) : HttpResponse.json({ id: 'c1' })
    }),
  )
  shown()
  await userEvent.upload(chooser(), picture())
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(keys).toHaveLength(2))
  expect(keys[0]).toBe(keys[1])
})

test('a file that is no picture is not sent', async () => {
  shown()
  await userEvent.upload(chooser(), new File(['x'], 'notes.txt', { type: 'text/plain' }), { applyAccept: false })
  expect(await screen.findByText('Choose a PNG or JPEG picture.')).toBeDefined()
})
