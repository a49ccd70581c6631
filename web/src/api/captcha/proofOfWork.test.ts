import { expect, test } from 'vitest'
import { sha256Hex } from '@/platform/sha256'
import { expiresAt, proofOf, solve, type Challenge } from './proofOfWork'

function challengeFor(number: number, maxnumber: number): Challenge {
  const salt = 'a1b2c3?expires=1790000000'
  const challenge = sha256Hex(new TextEncoder().encode(salt + String(number)))
  return { algorithm: 'SHA-256', challenge, salt, signature: 'sig', maxnumber }
}

test.each([0, 1, 4711, 5000])('finds %i', (number) => {
  expect(solve(challengeFor(number, 5000))).toBe(number)
})

test('gives up beyond the maximum', () => {
  expect(solve(challengeFor(51, 50))).toBeNull()
})

test('the proof is base64 of JSON with the five parts', () => {
  const challenge = challengeFor(7, 10)
  expect(JSON.parse(atob(proofOf(challenge, 7)))).toEqual({
    algorithm: 'SHA-256',
    challenge: challenge.challenge,
    number: 7,
    salt: challenge.salt,
    signature: 'sig',
  })
})

test('the salt tells the expiry, and a salt without one never expires', () => {
  expect(expiresAt(challengeFor(1, 1))).toBe(1_790_000_000_000)
  expect(expiresAt({ ...challengeFor(1, 1), salt: 'plain' })).toBe(Number.POSITIVE_INFINITY)
})
