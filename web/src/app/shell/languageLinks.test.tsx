import { waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { http } from '@/test/http'
import { A_PLAYER, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

const LOCALES = ['en', 'de', 'fr-CA'].map((code) => ({ code, default: code === 'en' }))

withServer()
afterEach(() => {
  for (const name of ['stag', 'affb_id']) document.cookie = `${name}=; Path=/; Max-Age=0`
})

async function german() {
  await show('/promotions')
  // By its language, not by its role: names of a whole page take their time to work out.
  return waitFor(() => {
    const link = document.querySelector<HTMLAnchorElement>('a[hreflang="de"]')
    expect(link?.textContent).toBe('Deutsch')
    return link as HTMLAnchorElement
  })
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

test.each([
  [[{ id: 'group_21' }], true],
  [[], false],
])('members of %j find the language for tests: %s', async (statuses, isOffered) => {
  answers('/api/player', { ...A_PLAYER, statuses })
  answers('/api/info/locales', LOCALES)
  await german()
  expect(document.querySelector('a[hreflang="en-KW"]') !== null).toBe(isOffered)
})
