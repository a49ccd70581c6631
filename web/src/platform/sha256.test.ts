import { expect, test } from 'vitest'
import { sha256Hex } from './sha256'

test.each([0, 1, 3, 54, 55, 56, 63, 64, 65, 119, 120, 1000])("agrees with the platform's own hash for %i bytes", async (length) => {
  const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + 7) % 256)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  expect(sha256Hex(bytes)).toBe(Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''))
})
