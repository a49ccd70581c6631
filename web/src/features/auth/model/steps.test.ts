import { beforeEach, expect, test } from 'vitest'
import { writeCookie } from '@/platform/cookies'
import { countedVariant, registrationVariant } from './steps'

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

test.each<[Record<string, string>, boolean, string | null]>([
  [{ registrationForm: 'steps' }, true, 'steps'],
  [{ registrationForm: 'one_form' }, true, 'one_form'],
  [{ registrationForm: 'one_form' }, false, null],
  [{ registrationForm: 'unknown' }, true, null],
  [{}, true, null],
])('the form of %o counts for a test of a visitor whose variants are their own: %s, as %s', (variants, has_own_variants, expected) => {
  expect(countedVariant({ variants, has_own_variants })).toBe(expected)
})
