import { expect, test } from 'vitest'
import { isHandedOver } from './handedOver'

test('things are handed over, and nothing else is', () => {
  expect(['Custom', 'SoftGaming Gift', 'XP', 'Group', 'Cash'].map(isHandedOver)).toEqual([true, true, false, false, false])
})
