import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deliverLog, type LogEntry } from '@/platform/log'
import { http } from '@/test/http'
import { server } from '@/test/server'
import { english } from './english'
import { loadMessages } from './loadMessages'
import { currentLocale, setMessages, t } from './messages'

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
  server.use(http.untyped.get('/texts/et-1.json', () => HttpResponse.json({ 'profile.save': 'Salvesta' })))
  await loadMessages('et', '/texts/et-1.json', 0)
  expect([t('profile.save'), codes()]).toEqual(['Salvesta', []])
})

test('without them the house is asked for those of these five minutes', async () => {
  let asked = ''
  server.use(
    http.untyped.get('/messages/et.json', ({ request }) => {
      asked = new URL(request.url).search
      return HttpResponse.json({ 'profile.save': 'Salvesta' })
    }),
  )
  await loadMessages('et', undefined, 11 * 60_000)
  expect([asked, t('profile.save'), t('profile.title')]).toEqual(['?v=2', 'Salvesta', english['profile.title']])
})

const REFUSAL = { error: { code: 'unavailable', message: 'Try again.' }, request_id: 'r1' }

test.each([
  ['nothing', () => new HttpResponse(null, { status: 500 })],
  ['an error in JSON', () => HttpResponse.json(REFUSAL, { status: 503 })],
  ['an error that calls itself a success', () => HttpResponse.json(REFUSAL)],
  ['a page of a proxy', () => HttpResponse.html('<h1>Busy</h1>')],
  ['no text at all', () => HttpResponse.json({})],
  ['a list', () => HttpResponse.json(['Salvesta'])],
])('where %s comes instead of texts, the page is English and the log has one row', async (_, answer) => {
  server.use(http.untyped.all('*', answer))
  await loadMessages('et', '/texts/et-1.json', 0)
  expect([t('profile.save'), currentLocale()]).toEqual([english['profile.save'], 'en'])
  expect(codes().filter((code) => code === 'LOAD_MESSAGES_ERROR')).toHaveLength(1)
})

test('the server is asked when the texts that the page names do not come', async () => {
  server.use(
    http.untyped.get('/texts/et-1.json', () => HttpResponse.json(REFUSAL, { status: 429 })),
    http.untyped.get('/messages/et.json', () => HttpResponse.json({ 'profile.save': 'Salvesta' })),
  )
  await loadMessages('et', '/texts/et-1.json', 0)
  expect([t('profile.save'), codes()]).toEqual(['Salvesta', ['LOAD_MESSAGES_ERROR']])
})
