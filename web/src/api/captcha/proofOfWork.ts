import { sha256Hex } from '@/platform/sha256'

/** A captcha challenge of the server, as ALTCHA defines it. */
export interface Challenge {
  algorithm: string
  /** Hex SHA-256 of the salt followed by the secret number. */
  challenge: string
  salt: string
  /** The server's signature of the challenge, sent back as it is. */
  signature: string
  /** The secret number is at most this. */
  maxnumber: number
}

/** Finds the number whose hash the challenge is; null when there is none up to its maximum. */
export function solve({ challenge, salt, maxnumber }: Challenge): number | null {
  const encoder = new TextEncoder()
  for (let number = 0; number <= maxnumber; number += 1) {
    if (sha256Hex(encoder.encode(salt + String(number))) === challenge) return number
  }
  return null
}

/** What the field `captcha` of a call carries: the solution in base64 of JSON. */
export function proofOf({ algorithm, challenge, salt, signature }: Challenge, number: number): string {
  return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }))
}

/** When the challenge stops counting, in Unix milliseconds; its salt carries the moment. */
export function expiresAt({ salt }: Challenge): number {
  const seconds = Number(new URLSearchParams(salt.split('?')[1] ?? '').get('expires'))
  return seconds > 0 ? seconds * 1000 : Number.POSITIVE_INFINITY
}
