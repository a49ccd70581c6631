import { expect, test } from 'vitest'
import { amountGiven, isCurrent, mostOf, walletsFor } from './giftRules'

const offer = {
  amounts: [
    { currency: 'EUR', amount_cents: 1000, points: null, stake_cents: null },
    { currency: 'NOK', amount_cents: null, points: null, stake_cents: 200 },
  ],
}

test('an offer is given in the wallets that it is made in', () => {
  expect(walletsFor(offer, [{ currency: 'CAD' }, { currency: 'NOK' }, { currency: 'EUR' }])).toEqual(['NOK', 'EUR'])
  expect(walletsFor(undefined, [{ currency: 'EUR' }])).toEqual([])
  expect([mostOf(offer, 'EUR'), mostOf(offer, 'NOK'), mostOf(offer, 'CAD'), mostOf(undefined, 'EUR')]).toEqual([1000, null, null, null])
})

test.each([
  ['nothing typed gives what the offer says', '', null, 1000, { cents: null }],
  ['as much as the offer says', '10', 1000, 1000, { cents: 1000 }],
  ['more than the offer says', '10.01', 1001, 1000, { broken: 'NOT_ALLOWED' }],
  ['nothing', '0', 0, 1000, { broken: 'INVALID' }],
  ['no amount', 'x', null, 1000, { broken: 'INVALID' }],
  ['free spins have no amount', '5', 500, null, { cents: null }],
])('%s', (_, typed, cents, most, given) => {
  expect(amountGiven(typed, cents, most)).toEqual(given)
})

test('what has ended is not ended again', () => {
  expect([isCurrent({ finished_at: null }), isCurrent({ finished_at: '2026-11-24T10:00:00Z' })]).toEqual([true, false])
})
