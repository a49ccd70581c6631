import { expect, test } from 'vitest'
import { playersOf, progressOf, stepsFor, targetOf, type MassGiftValues } from './massGiftRules'

test.each([
  ['', []],
  ['7, 8;9\n7 #10', [7, 8, 9, 10]],
  ['7 x', null],
  ['0', null],
  ['-3', null],
  [Array.from({ length: 5001 }, (_, place) => place + 1).join(), null],
])('%j names players', (typed, expected) => {
  expect(playersOf(typed)).toEqual(expected)
})

const VALUES: MassGiftValues = { name: 'Spring', kind: 'offer', code: 'SPINS', to: 'segment', segment: 's1', brand: 'every', players: '7', reason: 'spring' }

test('it goes to a segment, of one brand if wanted, or to a list', () => {
  expect(targetOf(VALUES)).toEqual({ kind: 'offer', code: 'SPINS', segment: 's1', brand: null, players: [] })
  expect(targetOf({ ...VALUES, brand: 'borealis' })).toMatchObject({ segment: 's1', brand: 'borealis' })
  expect(targetOf({ ...VALUES, to: 'players' })).toMatchObject({ segment: null, brand: null, players: [7] })
})

const GIFT = { state: 'waiting', expired: false, failed: 0, requester_id: 'bob' } as const

test.each([
  [{}, 'boss', ['approve', 'cancel']],
  [{}, 'bob', ['cancel']],
  [{ expired: true }, 'boss', ['cancel']],
  [{ state: 'gathering' }, 'boss', ['cancel']],
  [{ state: 'running', failed: 1 }, 'bob', ['pause', 'retry', 'cancel']],
  [{ state: 'paused' }, 'bob', ['resume', 'cancel']],
  [{ state: 'done', failed: 2 }, 'bob', ['retry']],
  [{ state: 'done' }, 'bob', []],
  [{ state: 'canceled', failed: 2 }, 'bob', []],
] as const)('%o leaves %s %j', (changes, id, steps) => {
  expect(stepsFor({ ...GIFT, ...changes }, { id })).toEqual(steps)
})

test('everybody who was taken counts as progress', () => {
  expect(progressOf({ members: 8, given: 3, skipped: 1, failed: 1 })).toEqual({ done: 5, percent: 62 })
  expect(progressOf({ members: 0, given: 0, skipped: 0, failed: 0 })).toEqual({ done: 0, percent: 0 })
})
