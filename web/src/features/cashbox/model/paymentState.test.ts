import { expect, test } from 'vitest'
import { english } from '@/i18n/english'
import { STATE_LOOKS } from './paymentState'

test('each of the eight states has a text of its own', () => {
  const states = ['pending', 'reserved', 'processing', 'succeeded', 'declined', 'rejected', 'canceled', 'recalled']
  expect(Object.keys(STATE_LOOKS).sort()).toEqual(states.sort())
  const texts = Object.values(STATE_LOOKS).map(({ label }) => english[label])
  expect(new Set(texts).size).toBe(8)
})
