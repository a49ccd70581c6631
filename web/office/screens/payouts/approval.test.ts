import { expect, test } from 'vitest'
import { stepFor } from './approval'

const WAITS = { review: 'waiting', state: 'reserved', needs_two: false, approval: null } as const
const approvalOf = (member_id: string) => ({ id: 'a', member_id, by: 'Ann', reason: 'known', at: '2026-11-23T10:00:00Z', until: '2026-11-24T10:00:00Z' })
const me = { id: 'me' }

test.each([
  ['one approval pays', WAITS, true, 'approve'],
  ['the first of two', { ...WAITS, needs_two: true }, true, 'approve_first'],
  ['the second of two', { ...WAITS, needs_two: true, approval: approvalOf('ann') }, true, 'approve_second'],
  ['nobody approves twice', { ...WAITS, needs_two: true, approval: approvalOf('me') }, true, 'await'],
  ['a role that only reads', WAITS, false, 'read'],
  ['decided', { ...WAITS, review: 'approved' as const }, true, 'over'],
  ['taken back by the player', { ...WAITS, state: 'recalled' }, true, 'over'],
])('%s', (_, payout, mayDecide, step) => {
  expect(stepFor(payout, me, mayDecide)).toBe(step)
})
