import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deliverLog, type LogEntry } from '@/lib/log'
import { server } from '@/test/server'
import { english } from './english'
import { loadMessages } from './loadMessages'
import { setMessages, t } from './messages'

let logged: LogEntry[]
let stop: () => void

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubEnv('DEV', false)
  deliverLog(() => undefined)()
  logged = []
  stop = deliverLog((entry) => logged.push(entry))
})
afterEach(() => {
  stop()
  vi.unstubAllEnvs()
  server.resetHandlers()
  setMessages('en', english)
})
afterAll(() => server.close())

const codes = () => logged.map(({ code }) => code)

test('the texts that the page names are taken', async () => {
  server.use(http.get('/texts/et-1.json', () => HttpResponse.json({ 'profile.save': 'Salvesta' })))
  await loadMessages('et', '/texts/et-1.json', 0)
  expect([t('profile.save'), codes()]).toEqual(['Salvesta', []])
})

test('without them the house is asked for those of these five minutes', async () => {
  let asked = ''
  server.use(
    http.get('/messages/et.json', ({ request }) => {
      asked = new URL(request.url).search
      return HttpResponse.json({ 'profile.save': 'Salvesta' })
    }),
  )
  await loadMessages('et', undefined, 11 * 60_000)
  expect([asked, t('profile.save'), t('profile.title')]).toEqual(['?v=2', 'Salvesta', english['profile.title']])
})

test('texts that do not come are a row of the log and English on the page', async () => {
  server.use(http.all('*', () => new HttpResponse(null, { status: 500 })))
  await loadMessages('et', '/texts/et-1.json', 0)
  expect(t('profile.save')).toBe(english['profile.save'])
  expect(codes().filter((code) => code === 'LOAD_MESSAGES_ERROR')).toHaveLength(2)
})
