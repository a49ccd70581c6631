import { expect, test } from 'vitest'
import type { ContentDocument } from '../../api/types'
import { isNewer, seenOf, textOf } from './draft'

const inForce = { version: 2, body: 'in force', published_at: null, published_by: null, reason: null }
const draft = {
  version: 3,
  revision: 4,
  base: 2,
  body: 'draft',
  saved_at: '',
  saved_by: 'Ann',
  restores: null,
  due_at: null,
  scheduled_by: null,
  reason: null,
  fault: null,
  is_own: true,
}
const document = (change: Partial<ContentDocument>): ContentDocument => ({
  path: 'banners.toml',
  group: 'content',
  format: 'toml',
  in_force: inForce,
  draft: null,
  ...change,
})

test('a draft is written on, or what is in force', () => {
  expect(textOf(document({}))).toBe('in force')
  expect(textOf(document({ draft }))).toBe('draft')
  expect(textOf(document({ in_force: { ...inForce, body: null } }))).toBe('')
  expect(textOf(document({ draft: { ...draft, body: null } }))).toBe('')
})

test('what a colleague saves or publishes is newer than what was seen', () => {
  const seen = seenOf(document({ draft }))
  expect(seen).toEqual({ base: 2, revision: 4, text: 'draft' })
  expect(isNewer(document({ draft }), seen)).toBe(false)
  expect(isNewer(document({ draft: { ...draft, revision: 5 } }), seen)).toBe(true)
  expect(isNewer(document({ in_force: { ...inForce, version: 3 } }), seen)).toBe(true)
})
