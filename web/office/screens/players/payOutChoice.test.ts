import { describe, expect, test } from 'vitest'
import type { PayoutWay, StopName } from '../../api/types'
import { canPayOutFor, wayFor } from './payOutChoice'

describe('paying out for a player', () => {
  test.each<[StopName[], boolean]>([
    [[], false],
    [['cooling_off'], false],
    [['verification'], false],
    [['exclusion'], true],
    [['operator', 'cooling_off'], true],
    [['exclusion', 'fraud'], false],
  ])('is for those who cannot sign in: %j', (stops, may) => {
    expect(canPayOutFor(stops)).toBe(may)
  })

  test('begins with the way that money has to go back by', () => {
    const way = (payment_method_id: string, room_cents: number): PayoutWay => ({
      payment_method_id,
      room_cents,
      title: '',
      destination: 'iban',
      min_cents: 1,
      max_cents: null,
      profiles: [],
    })
    const ways = [way('bank', 0), way('card', 500)]
    expect(wayFor({ ways }, '')?.payment_method_id).toBe('card')
    expect(wayFor({ ways }, 'bank')?.payment_method_id).toBe('bank')
    expect(wayFor({ ways: ways.slice(0, 1) }, 'card')?.payment_method_id).toBe('bank')
    expect(wayFor({ ways: [] }, '')).toBeUndefined()
  })
})
