import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { A_PLAYER, answers } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const hrefs = (within: Element) => [...within.querySelectorAll('a')].map((link) => link.getAttribute('href'))

/** What a player comes for, with the addresses that have it and what leads there at the first click. */
const FEATURES: [feature: string, address: string, over?: string][] = [
  ['the cashbox', '/dashboard'],
  ['a deposit', '/deposit'],
  ['wallets, in money and coins', '/profile/wallets'],
  ['gifts', '/profile/gifts'],
  ['personal data', '/profile'],
  ['games played', '/profile/games-history'],
  ['the proof of a round', '/profile/fairness'],
  ['the second factor and open sessions', '/profile/security'],
  ['favourites', '/favorite-games'],
  ['slots', '/pokies/slots'],
  ['studios', '/producers'],
  ['a game, for money and for free', '/play/northlight/solar-sails', '/pokies/slots'],
  ['promotions', '/promotions'],
  ['the points shop', '/rocket-mart'],
  ['the VIP club', '/rocketplay-vipclub'],
  ['help by people', '/support'],
  ['ways to pay', '/payments'],
  ['responsible play', '/responsible-gaming'],
]

test.each(FEATURES)('a player finds %s within two clicks', { timeout: 30_000 }, async (_feature, address, over) => {
  answers('/api/player', { ...A_PLAYER, created_at: '2026-01-01T00:00:00.000Z' })
  answers('/api/player/stats', [])
  answers('/api/games/collections', [{ id: 'slots', title: 'Slots', games_count: 12 }])
  answers('/api/fe/config/menu-categories-games', [
    { id: 'pokies', title: 'nav.pokies', icon: 'pokies', path: '/pokies/slots', group_ids: [] },
    { id: 'providers', title: 'nav.providers', icon: 'layers', path: '/producers', group_ids: [] },
  ])
  const { router } = await show('/payments')
  // The first click opens the menu, or goes to a page that everything leads to.
  if (over === undefined) {
    fireEvent.click((await screen.findAllByRole('button', { name: 'Menu' }))[0]!)
    const menu = await screen.findByRole('dialog', { name: 'Menu' })
    await waitFor(() => expect(hrefs(menu).concat(hrefs(document.querySelector('header')!))).toContain(address))
  } else {
    await waitFor(() => expect(hrefs(document.body)).toContain(over))
    await router.navigate({ to: over as '/' })
    const main = within(document.body).getByRole('main')
    await waitFor(() => expect(hrefs(main)).toContain(address))
  }
})
