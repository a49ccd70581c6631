import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answers } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

test.each([
  ['Write to support', '/support'],
  ['Self-exclusion', '/profile/limits'],
])('where help is promised, "%s" leads there', async (name, path) => {
  await show('/responsible-gaming')
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(path)
})

test('the services that help can be rung and visited', async () => {
  answers('/api/cms/help', [
    { name: 'Hjelpelinjen', phone: '800 800 40', url: 'https://hjelpelinjen.no' },
    { name: 'Gambling Therapy', phone: null, url: 'https://www.gamblingtherapy.org' },
  ])
  await show('/responsible-gaming')
  const call = await screen.findByRole('link', { name: 'Call Hjelpelinjen: 800 800 40' })
  expect(call.getAttribute('href')).toBe('tel:80080040')
  const pages = screen.getAllByRole('link', { name: /opens in a new tab/ })
  expect(pages.map((page) => [page.getAttribute('href'), page.getAttribute('rel')])).toEqual([
    ['https://hjelpelinjen.no', 'noopener noreferrer'],
    ['https://www.gamblingtherapy.org', 'noopener noreferrer'],
  ])
})
