import { expect, test } from 'vitest'
import { amountAt, heatOf } from './counting'

test.each([
  [0, 100],
  [-5, 100],
  [450, 175],
  [900, 200],
  [5_000, 200],
])('after %d ms it shows %d', (elapsedMs, amount) => {
  expect(amountAt(100, 200, elapsedMs)).toBe(amount)
})

test('it never shows parts of a subunit, nor more than there is', () => {
  for (let elapsed = 0; elapsed <= 1_000; elapsed += 7) {
    const amount = amountAt(3, 10, elapsed)
    expect(Number.isInteger(amount) && amount >= 3 && amount <= 10).toBe(true)
  }
})

test.each([
  [1_000, 0],
  [500, 0],
  [1_500, 0.5],
  [2_000, 1],
  [2_500, 1],
])('%d between 1000 and 2000 is %d of the way', (amount_cents, heat) => {
  expect(heatOf({ amount_cents, seed_cents: 1_000, must_hit_by_cents: 2_000 })).toBe(heat)
})
