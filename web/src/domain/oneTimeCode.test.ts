import { expect, test } from 'vitest'
import { appCode, brokenCodeRule } from './oneTimeCode'

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
