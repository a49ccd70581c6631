import { cleanup, render } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { server } from '@/test/server'
import { open } from '@/test/visit'
import { App } from '../App'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

const LOCALES = ['en', 'de', 'fr-CA'].map((code) => ({ code, default: code === 'en' }))

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  cleanup()
  server.resetHandlers()
  for (const name of ['stag', 'affb_id']) document.cookie = `${name}=; Path=/; Max-Age=0`
})
afterAll(() => server.close())

async function german() {
  const { queryClient, router } = await open('/promotions')
  render(<App queryClient={queryClient} router={router} />)
  // By its language, not by its role: names of a whole page take their time to work out.
  return vi.waitFor(() => {
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
