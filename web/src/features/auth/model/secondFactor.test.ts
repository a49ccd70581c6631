import { expect, test } from 'vitest'
import { brokenRecoveryRule, secondFactor } from './secondFactor'

test.each([
  ['ABCDE-23456', null],
  ['abcde 23456', null],
  ['ABCDE-2345', 'INVALID'],
  ['ABCDE-01890', 'INVALID'],
  [' ', 'REQUIRED'],
] as const)('a recovery code is typed as %j', (typed, broken) => {
  expect(brokenRecoveryRule(typed)).toBe(broken)
})

test('each kind of code goes under its own name', () => {
  expect(secondFactor('123 456', false)).toEqual({ otp_attempt: '123456' })
  expect(secondFactor(' ABCDE-23456 ', true)).toEqual({ recovery_code: 'ABCDE-23456' })
})
