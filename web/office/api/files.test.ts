import { expect, test } from 'vitest'
import { fileAddress } from './files'

test('the address of a file has the filters that are set', () => {
  expect(fileAddress('/api/log/export', { member: null, player: null })).toBe('/api/log/export')
  expect(fileAddress('/api/log/export', { member: 'a b', player: '7' })).toBe('/api/log/export?member=a+b&player=7')
  expect(fileAddress('/api/payouts/export', { state: 'waiting' })).toBe('/api/payouts/export?state=waiting')
})
