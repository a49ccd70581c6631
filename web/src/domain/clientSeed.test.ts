import { expect, test } from 'vitest'
import { isClientSeed, randomClientSeed } from './clientSeed'

test.each([
  ['polar-fox_7', true],
  ['a'.repeat(64), true],
  ['a'.repeat(65), false],
  ['', false],
  ['two words', false],
  ['a:b', false],
])('"%s" can be a client seed: %s', (text, valid) => {
  expect(isClientSeed(text)).toBe(valid)
})

test('a drawn seed is valid and not the same twice', () => {
  const seed = randomClientSeed()
  expect(isClientSeed(seed)).toBe(true)
  expect(randomClientSeed()).not.toBe(seed)
})
