import { expect, test } from 'vitest'
import { anOffer } from '@/test/gifts'
import { amountsOf, creditOf } from './offers'

test.each([
  // deposit, percent, on, what comes
  [1_999, 100, 'bonus', { kind: 'too_small', missingCents: 1 }],
  [2_000, 100, 'bonus', { kind: 'bonus', bonusCents: 2_000, isCapped: false, requirementCents: 60_000 }],
  [20_000, 100, 'bonus', { kind: 'bonus', bonusCents: 20_000, isCapped: false, requirementCents: 600_000 }],
  [20_001, 100, 'bonus', { kind: 'bonus', bonusCents: 20_000, isCapped: true, requirementCents: 600_000 }],
  [2_001, 50, 'bonus', { kind: 'bonus', bonusCents: 1_000, isCapped: false, requirementCents: 30_000 }],
  [2_000, 100, 'bonus_and_deposit', { kind: 'bonus', bonusCents: 2_000, isCapped: false, requirementCents: 120_000 }],
] as const)('a deposit of %i at %i per cent, wagered on %s', (deposit, percent, wager_on, credit) => {
  const offer = anOffer({ percent, wager_on })
  const amounts = amountsOf(offer, 'EUR')
  expect(amounts && creditOf(offer, amounts, deposit)).toEqual(credit)
})

test('an offer is made in its currencies only', () => {
  expect(amountsOf(anOffer(), 'USD')).toBeUndefined()
})
