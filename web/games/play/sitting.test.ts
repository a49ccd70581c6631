import { expect, it } from 'vitest'
import { Sitting } from './sitting'

it('sums up what was played and lists the last ten rounds, the newest first', () => {
  const sitting = new Sitting(0)
  for (let at = 1; at <= 12; at += 1) sitting.add({ at, paid_cents: 100, win_cents: at === 12 ? 450 : 0 })
  sitting.add({ at: 13, paid_cents: 0, win_cents: 50 })
  expect([sitting.rounds, sitting.paidCents, sitting.wonCents, sitting.netCents]).toEqual([13, 1200, 500, -700])
  expect(sitting.last.map(({ at }) => at)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4])
})
