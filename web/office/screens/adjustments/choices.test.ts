import { expect, test } from 'vitest'
import { choicesFor } from './choices'

test('who has asked for it never approves it, and nobody decides twice', () => {
  const waiting = { state: 'waiting', requester_id: 'ada' } as const
  expect(choicesFor(waiting, { id: 'bo' }, true)).toEqual(['approve', 'refuse'])
  expect(choicesFor(waiting, { id: 'ada' }, true)).toEqual(['refuse'])
  expect(choicesFor(waiting, { id: 'bo' }, false)).toEqual([])
  expect(choicesFor({ ...waiting, state: 'expired' }, { id: 'bo' }, true)).toEqual(['refuse'])
  for (const state of ['approved', 'refused'] as const) expect(choicesFor({ ...waiting, state }, { id: 'bo' }, true)).toEqual([])
})
