import { expect, test } from 'vitest'
import type { RecentWin } from '@/api/types'
import { winKeys } from './winKeys'

const win = (user_name: string, amount_cents = 500): RecentWin => ({
  user_name,
  amount_cents,
  currency: 'EUR',
  created_at: '2026-01-01T00:00:00.000Z',
  game: { identifier: 'northlight/solar-sails', title: 'Solar Sails', preview: '' },
})

test('a win keeps its key when others come in front, also when they are alike', () => {
  const before = [win('a***'), win('a***'), win('b***')]
  const after = [win('a***'), win('c***'), ...before]
  expect(winKeys(after).slice(2)).toEqual(winKeys(before))
  expect(new Set(winKeys(after)).size).toBe(after.length)
})
