import { describe, expect, it, vi } from 'vitest'
import { Gifts, leftOf } from './gifts'
import type { PlayGifts } from './types'

const spins = (performed: number, id = '1') => ({ id, title: 'Spins', freespins_total: 3, freespins_performed: performed, stake_cents: 20, win_cents: 0 })
const only = (...freespins: PlayGifts['freespins']): PlayGifts => ({ bonus: null, freespins })

describe('gifts in a game', () => {
  it('pay a round while some are left, one grant after the other', async () => {
    const gifts = new Gifts({ mode: 'real' }, () => Promise.resolve(only(spins(3, 'empty'), spins(1, 'next'))))
    expect(gifts.paying).toBeUndefined()
    await gifts.refresh()
    expect(gifts.paying?.id).toBe('next')
    gifts.played('next')
    expect(gifts.paying && leftOf(gifts.paying)).toBe(1)
    gifts.played('next')
    expect(gifts.paying).toBeUndefined()
  })

  it('can be put aside and taken up again', async () => {
    const gifts = new Gifts({ mode: 'real' }, () => Promise.resolve(only(spins(0))))
    const heard = vi.fn()
    gifts.listen(heard)
    await gifts.refresh()
    gifts.putAside(true)
    expect([gifts.paying, gifts.spins?.id]).toEqual([undefined, '1'])
    gifts.putAside(false)
    expect(gifts.paying?.id).toBe('1')
    expect(heard).toHaveBeenCalledTimes(3)
  })

  it('are asked for after a round only where there are any', async () => {
    const ask = vi
      .fn()
      .mockResolvedValueOnce(only())
      .mockResolvedValue(only(spins(0)))
    const gifts = new Gifts({ mode: 'real' }, ask)
    await gifts.refresh()
    await gifts.afterRound()
    expect(ask).toHaveBeenCalledTimes(1)
    await gifts.refresh()
    await gifts.afterRound()
    expect(ask).toHaveBeenCalledTimes(3)
  })

  it('stay as they were known when the server does not answer, and are none in a demo', async () => {
    const ask = vi
      .fn()
      .mockResolvedValueOnce(only(spins(0)))
      .mockRejectedValue(new Error('no answer'))
    const gifts = new Gifts({ mode: 'real' }, ask)
    await gifts.refresh()
    await gifts.refresh()
    expect(gifts.paying?.id).toBe('1')
    const demo = new Gifts({ mode: 'demo' }, ask)
    await demo.refresh()
    expect(ask).toHaveBeenCalledTimes(2)
  })
})
