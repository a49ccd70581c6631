import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { axeFindings } from '@/test/axe'
import { meQuery } from '../../api/me'
import type { List } from '../../api/lists'
import type { paths } from '../../api/schema'
import type { Me, Medium, Permission } from '../../api/types'
import { english } from '../../i18n/english'
import { MediaGrid } from '../../ui/media/MediaGrid'
import { MediaPicker } from '../../ui/media/MediaPicker'
import { MediumDialog } from './MediumDialog'
import { namedIn } from '../../ui/media/naming'
import { stepIn } from '../../ui/media/steps'

vi.mock('@tanstack/react-router', async (real) => ({ ...(await real<object>()), Link: ({ children }: { children: ReactNode }) => <span>{children}</span> }))

const http = createOpenApiHttp<paths>()
const server = setupServer()

beforeAll(() => {
  setMessages('en', english)
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const FOX: Medium = {
  id: '00000000-0000-0000-0000-000000000001',
  name: 'fox',
  file_type: 'webp',
  address: '/media/library/aa.webp',
  alts: { en: 'A fox [in snow]' },
  brand: null,
  size_bytes: 12_300,
  width: 640,
  height: 480,
  hash: 'aa',
  revision: 3,
  uploaded_at: '2026-11-24T10:00:00Z',
  uploaded_by: 'Ann',
}
const RULES: Medium = { ...FOX, id: '00000000-0000-0000-0000-000000000002', name: 'rules', file_type: 'pdf', alts: {}, width: null, height: null }
const BRANDS = [{ id: 'borealis', name: 'Borealis' }]

function shown(screenOf: ReactNode, ...permissions: Permission[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(meQuery.queryKey, { permissions } as Me)
  return render(<QueryClientProvider client={client}>{screenOf}</QueryClientProvider>)
}

test('the arrows move through the grid', () => {
  const steps = [
    ['ArrowRight', 0, 1],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 1, 4],
    ['ArrowDown', 4, 4],
    ['ArrowUp', 4, 1],
    ['Home', 3, 0],
    ['End', 0, 4],
    ['Enter', 0, null],
  ] as const
  for (const [key, place, next] of steps) expect(stepIn(key, place, 5, 3), `${key} from ${place}`).toBe(next)
  expect(stepIn('ArrowDown', -1, 5, 3)).toBeNull()
})

/** A list that holds a picture and a file. */
function listed(changes: Partial<List<Medium>> = {}): List<Medium> {
  return { rows: [FOX, RULES], error: null, hasMore: false, isAskingForMore: false, askForMore: vi.fn(), askAgain: vi.fn(), ...changes }
}

test.each([
  [{}, true],
  [{ altKey: true }, false],
  [{ ctrlKey: true }, false],
  [{ metaKey: true }, false],
])('an arrow with %o moves through the grid: %s', (modifiers, moves) => {
  shown(<MediaGrid list={listed()} onChoose={() => undefined} />)
  const [fox, rules] = screen.getAllByRole('button')
  rules?.focus()
  const press = createEvent.keyDown(rules!, { key: 'ArrowLeft', ...modifiers })
  fireEvent(rules!, press)
  expect(document.activeElement).toBe(moves ? fox : rules)
  expect(press.defaultPrevented).toBe(moves)
})

test('a list that could not be brought up to date says so, with more to come and without', async () => {
  const user = userEvent.setup()
  const list = listed({ error: new Error('down'), hasMore: true })
  const { unmount } = shown(<MediaGrid list={list} onChoose={() => undefined} />)
  expect(screen.getByRole('alert').textContent).toBe("The list couldn't be brought up to date.")
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(list.askForMore).toHaveBeenCalledOnce()
  unmount()
  const whole = listed({ error: new Error('down') })
  shown(<MediaGrid list={whole} onChoose={() => undefined} />)
  expect(screen.getByRole('alert')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(whole.askAgain).toHaveBeenCalledOnce()
})

test('each kind of document names a medium in its own way', () => {
  const cases = [
    ['banners.toml', 'toml', FOX, '"/media/library/aa.webp"'],
    ['files.toml', 'toml', RULES, '"library/aa.webp"'],
    ['pages/news/de.md', 'markdown', FOX, '![A fox \\[in snow\\]](/media/library/aa.webp)'],
    ['pages/news/de.md', 'markdown', { ...FOX, alts: { en: 'A fox', de: 'Ein Fuchs' } }, '![Ein Fuchs](/media/library/aa.webp)'],
    ['pages/news/en.md', 'markdown', RULES, '[rules](/media/library/aa.webp)'],
  ] as const
  for (const [path, format, medium, named] of cases) expect(namedIn(path, format, medium)).toBe(named)
})

test('a medium is picked, or brought into the library', async () => {
  const asked: string[] = []
  server.use(
    http.get('/api/media', ({ request, response }) => {
      asked.push(new URL(request.url).search)
      return response(200).json({ media: [FOX], next: null, brands: BRANDS })
    }),
    http.untyped.post('/api/media', () => HttpResponse.json({ ...FOX, name: 'new' }, { status: 201 })),
  )
  const onPick = vi.fn()
  shown(<MediaPicker isPicture onPick={onPick} />, 'content.read', 'content.edit')
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Choose from media' }))
  const dialog = await screen.findByRole('dialog', { name: 'Choose from media' })
  await user.click(await within(dialog).findByRole('button', { name: /fox/ }))
  expect(onPick).toHaveBeenCalledWith(FOX)
  expect(asked[0]).toContain('kind=picture')
  await user.click(screen.getByRole('button', { name: 'Choose from media' }))
  const again = await screen.findByRole('dialog', { name: 'Choose from media' })
  const chooser = within(again).getByLabelText('Upload: Choose a file')
  await userEvent.setup({ applyAccept: false }).upload(chooser, new File(['<svg/>'], 'drawing.svg', { type: 'image/svg+xml' }))
  expect(await within(again).findByText('Choose a PNG, JPEG or WebP picture, or a PDF.')).toBeDefined()
  await user.upload(chooser, new File(['pixels'], 'new.png', { type: 'image/png' }))
  await waitFor(() => expect(onPick).toHaveBeenCalledTimes(2))
})

test('media are offered to nobody who may not read them', () => {
  shown(<MediaPicker onPick={vi.fn()} />, 'promotions.read', 'promotions.edit')
  expect(screen.queryByRole('button', { name: 'Choose from media' })).toBeNull()
})

test('what a medium shows is written in each language', async () => {
  const sent: unknown[] = []
  server.use(
    http.get('/api/media', ({ response }) => response(200).json({ media: [], next: null, brands: BRANDS })),
    http.get('/api/media/{id}', ({ response }) => response(200).json({ medium: FOX, uses: [{ path: 'banners.toml', state: 'published' }] })),
    http.post('/api/media/{id}', async ({ request, response }) => {
      sent.push(await request.json())
      return response(200).json({ ...FOX, revision: 4 })
    }),
  )
  const onClose = vi.fn()
  shown(<MediumDialog id={FOX.id} onClose={onClose} />, 'content.read', 'content.edit', 'content.publish')
  const user = userEvent.setup()
  await user.type(await screen.findByRole('textbox', { name: 'In de' }), 'Ein Fuchs')
  expect(screen.getByText('banners.toml')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Withdraw' }).hasAttribute('disabled')).toBe(true)
  expect(await axeFindings(document.body)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toEqual([{ revision: 3, name: 'fox', alts: { en: 'A fox [in snow]', de: 'Ein Fuchs' }, brand: null }])
})

test('a medium that nothing names is withdrawn with a reason', async () => {
  const sent: unknown[] = []
  server.use(
    http.get('/api/media', ({ response }) => response(200).json({ media: [], next: null, brands: BRANDS })),
    http.get('/api/media/{id}', ({ response }) => response(200).json({ medium: RULES, uses: [] })),
    http.post('/api/media/{id}/withdraw', async ({ request, response }) => {
      sent.push(await request.json())
      return response(204).empty()
    }),
  )
  const onClose = vi.fn()
  shown(<MediumDialog id={RULES.id} onClose={onClose} />, 'content.read', 'content.publish')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
  const dialog = await screen.findByRole('dialog', { name: 'Withdraw rules?' })
  await user.type(within(dialog).getByRole('textbox'), 'outdated')
  await user.click(within(dialog).getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toEqual([{ reason: 'outdated' }])
})
