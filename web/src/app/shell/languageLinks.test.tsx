import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { A_PLAYER, answers, server } from '@/test/server'
import { open } from '@/test/visit'
import { App } from '../App'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

const LOCALES = ['en', 'de', 'fr-CA'].map((code) => ({ code, default: code === 'en' }))

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  server.resetHandlers()
  for (const name of ['stag', 'affb_id', 'locale']) document.cookie = `${name}=; Path=/; Max-Age=0`
})
afterAll(() => server.close())

async function german() {
  const { queryClient, router } = await open('/promotions')
  render(<App queryClient={queryClient} router={router} />)
  return (await screen.findAllByRole('link', { name: 'Deutsch' }))[0] as HTMLAnchorElement
}

test('the languages on offer are asked for with who sent the visitor, and lead to this very page', async () => {
  document.cookie = 'stag=s1; Path=/'
  document.cookie = 'affb_id=a2; Path=/'
  const asked: string[] = []
  server.use(
    http.get('/api/info/locales', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(LOCALES)
    }),
  )
  expect((await german()).getAttribute('href')).toBe('/de/promotions')
  expect(asked).toEqual(['?affb_id=a2&stag=s1'])
})

test('a player keeps the language with the account', async () => {
  answers('/api/info/locales', LOCALES)
  answers('/api/player', A_PLAYER)
  const kept: unknown[] = []
  server.use(
    http.patch('/api/player/update_locale', async ({ request }) => {
      kept.push(await request.json())
      return HttpResponse.json({})
    }),
  )
  const told = vi.spyOn(console, 'error').mockReturnValue()
  fireEvent.click(await german())
  // The page is left, which the browser of these tests can only say.
  await waitFor(() => expect(String(told.mock.calls)).toContain('navigation'))
  expect(kept).toEqual([{ locale: 'de' }])
  expect(document.cookie).toContain('locale=de')
})
