import { describe, expect, test } from 'vitest'
import { layerViolation } from './layers.js'

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
    ['lib/money.ts', '@/api/client', 'lib must not import api'],
  ])('%s importing %s: %s', (file, specifier, expected) => {
    expect(layerViolation(file, specifier)).toBe(expected)
  })
})
