import { describe, expect, test } from 'vitest'
import { layerViolation, officeViolation } from './layers.js'

describe('import layers', () => {
  test.each([
    ['app/router.tsx', '@/routes/tree', null],
    ['routes/lobby.tsx', '@/features/lobby/LobbyPage', null],
    ['features/lobby/LobbyPage.tsx', '@/ui/Button', null],
    ['features/lobby/LobbyPage.tsx', './Hero', null],
    ['features/lobby/LobbyPage.tsx', 'react', null],
    ['features/lobby/LobbyPage.tsx', '../catalogue/Tile', 'feature lobby must not import feature catalogue; compose them in a route'],
    ['features/lobby/LobbyPage.tsx', '@/routes/tree', 'features must not import routes'],
    ['ui/Button.tsx', '@/features/lobby/LobbyPage', 'ui must not import features'],
    ['domain/money.ts', '@/api/client', 'domain must not import api'],
  ])('%s importing %s: %s', (file, specifier, expected) => {
    expect(layerViolation(file, specifier)).toBe(expected)
  })
})

describe('import layers of the back office', () => {
  test.each([
    ['app/router.tsx', '../screens/payouts/PayoutsPage', null],
    ['screens/payouts/PayoutPage.tsx', './Standing', null],
    ['screens/payouts/PayoutPage.tsx', '../../ui/Panel', null],
    ['screens/payouts/PayoutPage.tsx', '@/ui/Button', null],
    ['api/client.ts', '@/api/described', null],
    ['api/client.ts', '@/api/upload', null],
    ['screens/payouts/PayoutPage.tsx', '../players/Stops', 'screen payouts must not import screen players'],
    ['ui/Panel.tsx', '../screens/payouts/Standing', 'ui must not import screens'],
    ['ui/Panel.tsx', '@/features/auth/api/signIn', 'the back office must not import @/features/auth/api/signIn'],
    ['api/me.ts', '@/api/session/player', 'the back office must not import @/api/session/player'],
    ['api/me.ts', '../../src/api/types', 'the back office imports the site as @/…'],
  ])('%s importing %s: %s', (file, specifier, expected) => {
    expect(officeViolation(file, specifier)).toBe(expected)
  })
})
