import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deliverLog, type LogEntry } from '@/platform/log'
import { http } from '@/test/http'
import { server } from '@/test/server'
import { english } from './english'
import { loadMessages, loadNamespaces } from './loadMessages'
import { currentLocale, setMessages, t } from './messages'
import { withTexts } from './withTexts'

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

const REFUSAL = { error: { code: 'unavailable', message: 'Try again.' }, request_id: 'r1' }
const START = { 'loading.page': 'Leht laadib' }

/** The server below the address that the page names; answers the names of the files that it was asked for. */
function named(files: Record<string, () => Response>): string[] {
  const asked: string[] = []
  server.use(
    http.untyped.get('/texts/et-1/:file', ({ params }) => {
      const file = String(params.file)
      asked.push(file)
      return files[file]?.() ?? new HttpResponse(null, { status: 404 })
    }),
  )
  return asked
}

test('of the texts that the page names those of every page are taken, and the others with what uses them', async () => {
  const asked = named({ 'shell.json': () => HttpResponse.json(START), 'profile.json': () => HttpResponse.json({ 'profile.save': 'Salvesta' }) })
  await loadMessages('et', '/texts/et-1', 0)
  expect([t('loading.page'), asked]).toEqual(['Leht laadib', ['shell.json']])
  expect(() => t('profile.save')).not.toThrow()
  await Promise.all([loadNamespaces(['profile']), loadNamespaces(['profile'])])
  expect([t('profile.save'), t('loading.page'), codes()]).toEqual(['Salvesta', 'Leht laadib', []])
  expect(asked, 'each once').toEqual(['shell.json', 'profile.json'])
})

test('a part is there with its texts, which are asked for at the same time', async () => {
  const asked = named({ 'shell.json': () => HttpResponse.json(START), 'profile.json': () => HttpResponse.json({ 'profile.save': 'Salvesta' }) })
  await loadMessages('et', '/texts/et-1', 0)
  let comes: (part: string) => void = () => undefined
  const part = withTexts(['profile'], () => new Promise<string>((resolve) => (comes = resolve)))()
  await vi.waitFor(() => expect(asked).toContain('profile.json'))
  comes('part')
  expect([await part, t('profile.save')]).toEqual(['part', 'Salvesta'])
})

test('a text that no part has loaded is an error for whoever develops', async () => {
  vi.stubEnv('DEV', true)
  named({ 'shell.json': () => HttpResponse.json(START) })
  await loadMessages('et', '/texts/et-1', 0)
  expect(() => t('profile.save')).toThrow('profile.save')
})

test('without them the server is asked for all texts of these five minutes', async () => {
  let asked = ''
  server.use(
    http.untyped.get('/messages/et.json', ({ request }) => {
      asked = new URL(request.url).search
      return HttpResponse.json({ 'profile.save': 'Salvesta' })
    }),
  )
  await loadMessages('et', undefined, 11 * 60_000)
  await loadNamespaces(['profile'])
  expect([asked, t('profile.save')]).toEqual(['?v=2', 'Salvesta'])
})

test.each([
  ['nothing', () => new HttpResponse(null, { status: 500 })],
  ['an error in JSON', () => HttpResponse.json(REFUSAL, { status: 503 })],
  ['an error that calls itself a success', () => HttpResponse.json(REFUSAL)],
  ['a page of a proxy', () => HttpResponse.html('<h1>Busy</h1>')],
  ['no text at all', () => HttpResponse.json({})],
  ['a list', () => HttpResponse.json(['Salvesta'])],
])('where %s comes instead of texts, the page is English and the log has one row', async (_, answer) => {
  server.use(http.untyped.all('*', answer))
  await loadMessages('et', '/texts/et-1', 0)
  await loadNamespaces(['profile'])
  expect([t('profile.save'), currentLocale()]).toEqual([english['profile.save'], 'en'])
  expect(codes().filter((code) => code === 'LOAD_MESSAGES_ERROR')).toHaveLength(1)
})

test('the server is asked for all when the texts that the page names do not come', async () => {
  named({ 'shell.json': () => HttpResponse.json(REFUSAL, { status: 429 }) })
  server.use(http.untyped.get('/messages/et.json', () => HttpResponse.json({ 'profile.save': 'Salvesta' })))
  await loadMessages('et', '/texts/et-1', 0)
  expect([t('profile.save'), codes()]).toEqual(['Salvesta', ['LOAD_MESSAGES_ERROR']])
})

test('so it is when those of a part do not; a part without any does not come, and is asked for again', async () => {
  const asked = named({ 'shell.json': () => HttpResponse.json(START) })
  await loadMessages('et', '/texts/et-1', 0)
  server.use(http.untyped.get('/messages/et.json', () => HttpResponse.json(REFUSAL, { status: 503 })))
  await expect(loadNamespaces(['profile'])).rejects.toThrow()
  server.use(http.untyped.get('/messages/et.json', () => HttpResponse.json({ 'profile.save': 'Salvesta' })))
  await loadNamespaces(['profile'])
  expect([t('profile.save'), t('loading.page'), asked]).toEqual(['Salvesta', 'Leht laadib', ['shell.json', 'profile.json', 'profile.json']])
})
