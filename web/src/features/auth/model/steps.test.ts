import { beforeEach, expect, test } from 'vitest'
import { writeCookie } from '@/platform/cookies'
import { registrationVariant } from './steps'

beforeEach(() => writeCookie('affb_id', 'abcf', 60))

test.each<[Record<string, string> | undefined, number]>([
  [{ registrationForm: 'one_form' }, 0],
  [{ registrationForm: 'steps' }, 1],
  [{ registrationForm: 'unknown' }, 1],
  [{}, 1],
  [undefined, 1],
])('with the variants %o the form is the %i', (variants, expected) => {
  expect(registrationVariant(variants)).toBe(expected)
})
