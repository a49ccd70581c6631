import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aBanner } from '@/test/banners'
import { A_PLAYER, answers } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const PLACES = ['shop', 'vip', 'adventure', 'tournament', 'deposit']

beforeEach(() => {
  answers('/api/player', { ...A_PLAYER, created_at: '2026-01-01T00:00:00.000Z' })
  answers('/api/loyalty/offers', [])
  answers('/api/fe/config/vip-adventures', { campaign: null, days: [] })
  answers('/api/bonuses/deposit', [])
  answers(
    '/api/fe/config/banners-config',
    PLACES.map((place, id) => aBanner({ id, categories: [place], title: { text: `A word for ${place}` } })),
  )
})

test.each([
  ['/rocket-mart', 'shop'],
  ['/rocketplay-vipclub', 'vip'],
  ['/vip-adventures', 'adventure'],
  ['/tournaments', 'tournament'],
  ['/arena', 'tournament'],
  ['/deposit-bonus', 'deposit'],
])('the page %s shows the banners of the place %s and no others', async (address, place) => {
  await show(address)
  expect(await screen.findByRole('heading', { name: `A word for ${place}` }, { timeout: 10_000 })).toBeDefined()
  expect(screen.getAllByRole('heading', { name: /^A word for/ })).toHaveLength(1)
})

test('the banner of the shop stands between its head and the kinds of rewards', async () => {
  await show('/rocket-mart')
  const banner = await screen.findByRole('heading', { name: 'A word for shop' })
  const tabs = screen.getByRole('link', { name: /^All/ })
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).compareDocumentPosition(banner) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy())
  expect(banner.compareDocumentPosition(tabs) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})
