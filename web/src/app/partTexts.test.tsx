import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadMessages } from '@/i18n/loadMessages'
import { t } from '@/i18n/messages'
import { http } from '@/test/http'
import { server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const FOLDER = '../../../content/messages/en/'
const files = import.meta.glob<Record<string, string>>('../../../content/messages/en/*.json', { eager: true, import: 'default' })

const asked: string[] = []

// Here the texts come as a browser gets them: a text whose namespace was not loaded throws. The tests are one visit after
// the other of the same page, whose parts and texts come once.
beforeEach(() =>
  server.use(
    http.untyped.get('/texts/en-1/:file', ({ params }) => {
      const file = String(params.file)
      asked.push(file.replace('.json', ''))
      return HttpResponse.json(files[FOLDER + file])
    }),
  ),
)
afterEach(() => vi.restoreAllMocks())

test('a page loads the texts of the shell and its own, and shows no key', async () => {
  await loadMessages('en', '/texts/en-1', 0)
  expect(asked).toEqual(['shell'])
  expect(() => t('cashbox.methods_failed')).toThrow()
  const { router } = await show('/payments')
  expect(asked.sort()).toEqual(['cashbox', 'shell'])
  expect((await screen.findByRole('main')).textContent).not.toMatch(/\b(payments|cashbox|nav)\.\w+/)
  await router.navigate({ to: '/news' })
  expect(asked).toContain('content')
})

test.each(['/', '/login', '/pokies/all', '/producers', '/promotions', '/support', '/news', '/tournaments', '/oops', '/no/such/page'])(
  '%s has the texts that it uses',
  async (address) => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await show(address)
    await screen.findByRole('main')
    expect(errors.mock.calls.flat().filter((said) => String(said).includes('is not loaded'))).toEqual([])
    expect(document.body.textContent).not.toContain('is not loaded')
  },
)
