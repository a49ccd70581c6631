import { expect, test } from 'vitest'
import { appCode, brokenCodeRule, brokenRecoveryRule, secondFactor } from './secondFactor'

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  [' 123456 ', '123456'],
  ['12345', null],
  ['1234567', null],
  ['12345a', null],
  ['', null],
])('an app shows %j', (typed, code) => {
  expect(appCode(typed)).toBe(code)
  expect(brokenCodeRule(typed)).toBe(code === null ? (typed === '' ? 'REQUIRED' : 'INVALID') : null)
})

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
