import { expect, test } from 'vitest'
import { passwordStrength } from './passwordStrength'

test.each([
  ['', 0],
  ['short', 0],
  ['aaaaaaaaaaaa', 1],
  ['12345678', 1],
  ['abcdefgh', 1],
  ['kelmotra', 1],
  ['Kelmotra9', 2],
  ['correct horse battery', 3],
  ['Zu9!kelmotra', 3],
])('"%s" has strength %i', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
