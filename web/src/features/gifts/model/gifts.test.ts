import { describe, expect, test } from 'vitest'
import { aBonus, freespins } from '@/test/gifts'
import { giftsOf } from './gifts'
import { moved, waitingIn } from './order'
import { STAGES } from './stages'

const ids = (gifts: ReturnType<typeof giftsOf>['current']) => gifts.map(({ gift }) => gift.id)

describe('the list of gifts', () => {
  test('splits the nine stages into four current ones, in the order in which they matter, and five that are over', () => {
    const bonuses = STAGES.map((stage) => aBonus({ id: stage, stage }))
    const { current, finished } = giftsOf(bonuses, [], [])
    expect(ids(current)).toEqual(['handle_bets', 'activated', 'issued', 'wait'])
    expect(ids(finished)).toEqual(['wager_done', 'lost', 'canceled', 'expired', 'finished'])
  })

  test('leaves out free spins that are over', () => {
    const stages = ['issued', 'activated', 'finished', 'canceled', 'expired'] as const
    const { current } = giftsOf(
      [],
      stages.map((stage) => freespins({ id: stage, stage })),
      [],
    )
    expect(ids(current)).toEqual(['activated', 'issued'])
  })

  test('hides an issued gift of a hidden group, and no other', () => {
    const bonuses = [
      aBonus({ id: 'issued', group_key: 'grp' }),
      aBonus({ id: 'active', group_key: 'grp', stage: 'handle_bets' }),
      aBonus({ id: 'other', group_key: 'else' }),
    ]
    expect(ids(giftsOf(bonuses, [], ['grp']).current)).toEqual(['active', 'other'])
  })

  test('has what waits in its order, and what has just come last', () => {
    const waits = (id: string, place: number | null, currency = 'EUR') => aBonus({ id, stage: 'wait', activatable: false, place, currency })
    const { current } = giftsOf([waits('new', null), waits('c', 3), waits('a', 1), waits('coin', 1, 'BTC'), waits('b', 2)], [], [])
    expect(ids(current)).toEqual(['a', 'coin', 'b', 'c', 'new'])
    expect(waitingIn(current, 'EUR')).toEqual(['a', 'b', 'c', 'new'])
    expect(waitingIn(current, 'BTC')).toEqual(['coin'])
  })

  test.each([
    ['b', -1, ['b', 'a', 'c']],
    ['b', 1, ['a', 'c', 'b']],
    ['a', -1, ['a', 'b', 'c']],
    ['c', 1, ['a', 'b', 'c']],
    ['x', 1, ['a', 'b', 'c']],
  ] as const)('%s moves by %i', (id, step, after) => {
    expect(moved(['a', 'b', 'c'], id, step)).toEqual(after)
  })

  test('has what has to be activated soonest first', () => {
    const bonuses = [
      aBonus({ id: 'any time' }),
      aBonus({ id: 'late', activatable_until: '2026-03-03T00:00:00.000Z' }),
      aBonus({ id: 'soon', activatable_until: '2026-03-02T00:00:00.000Z' }),
    ]
    expect(ids(giftsOf(bonuses, [], []).current)).toEqual(['soon', 'late', 'any time'])
  })
})
