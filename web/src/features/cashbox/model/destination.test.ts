import { expect, test } from 'vitest'
import type { PaymentMethod } from '@/api/types'
import { destinationOf, destinationProblem, plainIban } from './destination'

test.each([
  ['GB33BUKB20201555555555', null],
  ['de89 3704 0044 0532 0130 00', null],
  ['EE382200221020145685', null],
  ['MT84MALT011000012345MTLCAST001S', null],
  ['DE89370400440532013001', 'INVALID'],
  ['DE89', 'INVALID'],
  ['4242 4242 4242 4242', 'INVALID'],
  ['', 'REQUIRED'],
  ['  ', 'REQUIRED'],
  ['LT121000011101001000', 'LT'],
  ['lt12', 'LT'],
])('the IBAN %j is judged %s', (text, problem) => expect(destinationProblem('iban', text)).toBe(problem))

test('every digit of an IBAN counts', () => {
  const iban = 'DE89370400440532013000'
  for (let place = 2; place < iban.length; place += 1) {
    const wrong = `${iban.slice(0, place)}${(Number(iban[place]) + 1) % 10}${iban.slice(place + 1)}`
    expect(destinationProblem('iban', wrong)).toBe('INVALID')
  }
  expect(plainIban(' de89 3704')).toBe('DE893704')
})

test.each([
  ['crypto', 'address'],
  ['bank', 'iban'],
  ['voucher', 'account'],
  ['card', null],
  ['wallet', null],
])('a payout by %s asks for %s', (type, field) => {
  const method = { type } as PaymentMethod
  expect(destinationOf('cashout', method)).toBe(field)
  expect(destinationOf('deposit', method)).toBeNull()
})
