import { beforeEach, expect, test } from 'vitest'
import { noteHash, seenHash } from './seenHashes'

beforeEach(() => localStorage.clear())

test('the first hash of a seed is kept, by wallet and number', () => {
  noteHash(1, 'EUR', 3, 'first')
  noteHash(1, 'EUR', 3, 'second')
  noteHash(1, 'BTC', 3, 'coin')
  expect([seenHash(1, 'EUR', 3), seenHash(1, 'BTC', 3), seenHash(1, 'EUR', 4)]).toEqual(['first', 'coin', undefined])
})

test('only the last twenty are kept', () => {
  for (let number = 1; number <= 21; number += 1) noteHash(1, 'EUR', number, `hash ${number}`)
  expect([seenHash(1, 'EUR', 1), seenHash(1, 'EUR', 2), seenHash(1, 'EUR', 21)]).toEqual([undefined, 'hash 2', 'hash 21'])
})

test('another player sees none of them, and makes them forgotten', () => {
  noteHash(1, 'EUR', 3, 'mine')
  expect(seenHash(2, 'EUR', 3)).toBeUndefined()
  noteHash(2, 'EUR', 1, 'theirs')
  expect(seenHash(1, 'EUR', 3)).toBeUndefined()
})

test('what cannot be read counts as nothing', () => {
  localStorage.setItem('croupier.seed_hashes', '{"player":1,"hashes":[7,null]}')
  expect(seenHash(1, 'EUR', 3)).toBeUndefined()
  localStorage.setItem('croupier.seed_hashes', 'x')
  expect(seenHash(1, 'EUR', 3)).toBeUndefined()
})
