import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aBanner } from '@/test/banners'
import { A_PLAYER, answers } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const BANNER = aBanner({
  id: 1,
  categories: ['new-provider'],
  groups: [],
  liveTime: { start: null, end: null },
  image: null,
  size: 'large',
  title: { text: 'A new studio' },
  description: { text: 'From the north.' },
  gradient: ['#0b1d3a', '#10365a', '#0d5a58', '#3a2a7a'],
  labels: [],
  secondButton: null,
  timer: null,
  variables: {},
  button: {
    name: 'See its games',
    url: '/producers/northlight',
    type: 'link',
    frontendIdentifier: null,
    attrs: { 'data-campaign': 'north', onclick: 'alert(1)' },
  },
})

test('the popup of a new studio leads to its games', async () => {
  answers('/api/player', A_PLAYER)
  answers('/api/fe/config/banners-config', [BANNER])
  const { router } = await show('/popup/new-provider')
  const popup = await screen.findByRole('dialog', { name: 'A new studio' })
  const link = within(popup).getByRole('link', { name: 'See its games' })
  expect([link.dataset.campaign, link.hasAttribute('onclick')]).toEqual(['north', false])
  fireEvent.click(link)
  await waitFor(() => expect(router.state.location.pathname).toBe('/producers/northlight'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
