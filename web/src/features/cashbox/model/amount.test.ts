import { describe, expect, test } from 'vitest'
import { checkAmount, firstDeposit, payoutAmounts, quickAmounts } from './amount'

const EUR = { label: 'EUR', subunits: 100, decimals: 2 }
const JPY = { label: 'JPY', subunits: 1, decimals: 0 }
const range = { min_cents: 1000, max_cents: 500_000 }

describe('checkAmount', () => {
  test.each([
    ['50', 5000],
    ['50.00', 5000],
    ['50,5', 5050],
    ['1 250', 125_000],
    ['10', 1000],
    ['5000', 500_000],
    ['0050', 5000],
  ])('%s is %i', (text, cents) => {
    expect(checkAmount(text, EUR, range, null, 'en')).toEqual({ cents })
  })

  test.each([
    ['', { kind: 'empty' }],
    ['   ', { kind: 'empty' }],
    ['1e3', { kind: 'no_amount' }],
    ['-1', { kind: 'no_amount' }],
    ['abc', { kind: 'no_amount' }],
    ['0x10', { kind: 'no_amount' }],
    ['Infinity', { kind: 'no_amount' }],
    ['9999999999999', { kind: 'no_amount' }],
    ['50.005', { kind: 'decimals', decimals: 2 }],
    ['0', { kind: 'min', cents: 1000 }],
    ['0.5', { kind: 'min', cents: 1000 }],
    ['9.99', { kind: 'min', cents: 1000 }],
    ['5000.01', { kind: 'max', cents: 500_000 }],
  ])('%s is refused with %o', (text, problem) => {
    expect(checkAmount(text, EUR, range, null, 'en')).toEqual({ cents: null, problem })
  })

  test('a step is kept', () => {
    const stepped = { min_cents: 1000, max_cents: null, step_cents: 1000 }
    expect(checkAmount('55', EUR, stepped, null, 'en')).toEqual({ cents: null, problem: { kind: 'step', cents: 1000 } })
    expect(checkAmount('60', EUR, stepped, null, 'en')).toEqual({ cents: 6000 })
  })

  test('a payout stays within what is available', () => {
    expect(checkAmount('12.01', EUR, range, 1200, 'en')).toEqual({ cents: null, problem: { kind: 'available', cents: 1200 } })
    expect(checkAmount('12.00', EUR, range, 1200, 'en')).toEqual({ cents: 1200 })
  })

  test('yen have no decimals', () => {
    expect(checkAmount('1500.5', JPY, { min_cents: 1, max_cents: null }, null, 'en')).toEqual({ cents: null, problem: { kind: 'decimals', decimals: 0 } })
  })
})

test('amounts are read as the language writes them', () => {
  expect(checkAmount('1.250,50', EUR, range, null, 'de')).toEqual({ cents: 125_050 })
  expect(checkAmount('1,250', EUR, range, null, 'en')).toEqual({ cents: 125_000 })
  expect(checkAmount('1,250', EUR, range, null, 'de')).toEqual({ cents: null, problem: { kind: 'decimals', decimals: 2 } })
  const coin = { label: 'USDT', subunits: 1_000_000, decimals: 6 }
  expect(checkAmount('1.000', coin, range, null, 'et')).toEqual({ cents: null, problem: { kind: 'ambiguous' } })
})

test('quick amounts are the least and round ones within the bounds', () => {
  expect(quickAmounts(range, true, 100)).toEqual([1000, 5000, 10_000, 20_000, 50_000])
  expect(quickAmounts({ min_cents: 1000, max_cents: 15_000 }, true, 100)).toEqual([1000, 5000, 10_000])
  expect(quickAmounts({ min_cents: 1500, max_cents: 800_000, step_cents: 10 }, true, 1)).toEqual([1500])
  expect(quickAmounts({ min_cents: 10_000, max_cents: null }, false, 100_000_000)).toEqual([10_000, 20_000, 50_000, 100_000, 500_000])
})

test('payouts offer the least, half and all of what there is', () => {
  expect(payoutAmounts(range, 30_001)).toEqual({ least: 1000, half: 15_000, all: 30_001 })
  expect(payoutAmounts(range, 1500)).toEqual({ least: 1000, half: 1000, all: 1500 })
  expect(payoutAmounts({ min_cents: 1000, max_cents: null, step_cents: 1000 }, 5500)).toEqual({ least: 1000, half: 2000, all: 5000 })
  expect(payoutAmounts(range, 999)).toBeNull()
})

test('a first deposit starts at 50 units, or at the least where 50 is out of bounds or a coin is paid', () => {
  expect(firstDeposit(range, true, 100)).toBe(5000)
  expect(firstDeposit({ min_cents: 1500, max_cents: null }, true, 1)).toBe(1500)
  expect(firstDeposit({ min_cents: 10_000, max_cents: null }, false, 100_000_000)).toBe(10_000)
})
