import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { signOut } from '@/api/session/signOut'
import { NoticesSwitch } from '@/features/pwa/components/NoticesSwitch'
import { english } from '@/i18n/english'
import { http } from '@/test/http'
import { server } from '@/test/server'
import { Toasts } from '@/ui/toast'

/** 65 bytes of nothing in particular, as the operator and the browser write them. */
const KEY_BYTES = new Uint8Array(65).fill(255)
const KEY = '_'.repeat(86) + '8'
const ENDPOINT = 'https://push.example/send/1'
const PATH = '/api/player/push'

/** The browser's side: at most one subscription, and what the visitor says to its question. */
class FakePush {
  subscription: object | null = null
  answer: NotificationPermission = 'granted'
  asked = 0

  subscribe = vi.fn((options: PushSubscriptionOptionsInit) => {
    this.subscription = {
      endpoint: ENDPOINT,
      options: { applicationServerKey: KEY_BYTES.buffer, ...(options.applicationServerKey === KEY ? {} : { applicationServerKey: null }) },
      toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'key', auth: 'secret' } }),
      unsubscribe: () => {
        this.subscription = null
        return Promise.resolve(true)
      },
    }
    return Promise.resolve(this.subscription)
  })

  install() {
    const pushManager = { getSubscription: () => Promise.resolve(this.subscription), subscribe: this.subscribe }
    const container = { getRegistration: () => Promise.resolve({ pushManager }) }
    Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
    vi.stubGlobal('PushManager', class {})
    const requestPermission = () => {
      this.asked += 1
      return Promise.resolve(this.answer)
    }
    vi.stubGlobal('Notification', { permission: 'default', requestPermission })
  }
}

let push: FakePush
let devices: string[]
let client: QueryClient

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  push = new FakePush()
  push.install()
  devices = []
  client = new QueryClient()
  server.use(
    http.get(PATH, () => HttpResponse.json({ public_key: KEY, endpoints: devices })),
    http.post(PATH, async ({ request }) => {
      devices = [((await request.json()) as { endpoint: string }).endpoint]
      return new HttpResponse(null, { status: 204 })
    }),
    http.delete(PATH, () => {
      devices = []
      return new HttpResponse(null, { status: 204 })
    }),
  )
})
afterEach(() => {
  server.resetHandlers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})
afterAll(() => server.close())

function show() {
  render(
    <QueryClientProvider client={client}>
      <NoticesSwitch />
      <Toasts />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

const theSwitch = () => screen.findByRole('switch', { name: 'Send notifications to this device' })
const isOn = async () => ((await theSwitch()) as HTMLInputElement).checked

test('the browser asks when the switch is turned, and not before', async () => {
  const user = show()
  expect(await isOn()).toBe(false)
  expect(push.asked).toBe(0)
  await user.click(await theSwitch())
  await screen.findByText('Notifications are on for this device.')
  expect(push.asked).toBe(1)
  expect(push.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: KEY })
  expect(devices).toEqual([ENDPOINT])
  await vi.waitFor(async () => expect(await isOn()).toBe(true))
  await user.click(await theSwitch())
  await screen.findByText('Notifications are off for this device.')
  expect([devices, push.subscription]).toEqual([[], null])
  await vi.waitFor(async () => expect(await isOn()).toBe(false))
})

test('a no stays a no', async () => {
  push.answer = 'denied'
  const user = show()
  await user.click(await theSwitch())
  await vi.waitFor(() => expect(push.asked).toBe(1))
  expect(push.subscribe).not.toHaveBeenCalled()
  expect([devices, await isOn()]).toEqual([[], false])
})

test('who has said no before is told where to change it', async () => {
  vi.stubGlobal('Notification', { permission: 'denied', requestPermission: () => Promise.resolve('denied') })
  show()
  await screen.findByText(english['notices.blocked'])
  expect(screen.queryByRole('switch')).toBeNull()
})

test('a device of another player is off, and a failure is told', async () => {
  await push.subscribe({ applicationServerKey: KEY })
  server.use(http.post(PATH, () => HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 })))
  const user = show()
  expect(await isOn()).toBe(false)
  await user.click(await theSwitch())
  await screen.findByText(english['notices.failed'])
  expect(await isOn()).toBe(false)
})

test('nothing is there when the server sends none', async () => {
  const asked = vi.fn()
  server.use(
    http.get(PATH, () => {
      asked()
      return HttpResponse.json({ public_key: null, endpoints: [] })
    }),
  )
  show()
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.queryByRole('switch')).toBeNull()
})

test('nothing is there when the browser takes none', async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  show()
  await vi.waitFor(() => expect(client.getQueryData(['mine', 'push'])).toBeDefined())
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.queryByRole('switch')).toBeNull()
})

test('who signs out leaves no notices behind on the device', async () => {
  await push.subscribe({ applicationServerKey: KEY })
  server.use(http.delete('/api/users/sign_out', () => new HttpResponse(null, { status: 204 })))
  await signOut(client)
  await vi.waitFor(() => expect(push.subscription).toBeNull())
})
