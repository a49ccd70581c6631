import { expect, test } from 'vitest'
import vectors from '@content/validation-vectors.json?raw'
import { stateOf } from './places'
import { checkField } from './rules'

interface Vectors {
  values: { rule: string; value: string; broken: string | null; country?: string; today?: string; age_min?: number }[]
  states: { country: string; postal_code: string; state: string | null }[]
}

const { values, states } = JSON.parse(vectors) as Vectors

/** A field for each rule that has another name. */
const FIELDS: Record<string, string> = { person_name: 'first_name', english: 'city' }
const OPTIONAL = new Set(['nickname'])

// Only the server has the list of common passwords.
test.each(values.filter(({ broken }) => broken !== 'COMMON'))('$rule "$value" breaks $broken', ({ rule, value, broken, country, today, age_min }) => {
  const context = { country: country ?? '', today: today ?? '2026-03-01', ageMin: age_min, english: rule === 'english' }
  expect(checkField(FIELDS[rule] ?? rule, !OPTIONAL.has(rule), value, context)).toBe(broken)
})

test.each(states)('$postal_code in $country lies in $state', ({ country, postal_code, state }) => {
  expect(stateOf(country, postal_code)).toBe(state)
})
