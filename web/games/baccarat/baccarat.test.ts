import { describe, expect, it } from 'vitest'
import english from '../../../content/messages/en/game.json'
import { translator } from '../play/messages'
import type { BaccaratDefinition, OwnBet, RoundOutcome } from '../play/types'
import { cardText, cardView } from './cards'
import { oddsText, PLACES } from './places'
import { layoutOf, Slip, sumOf } from './slip'
import { outcomeText, resultText } from './words'

const LIMITS = {
  max_cents: 10_000,
  places: [
    { kind: 'player', min_cents: 50, max_cents: 10_000 },
    { kind: 'tie', min_cents: 50, max_cents: 1_000 },
  ] as const,
}
const t = translator(english, 'en')
const money = (cents: number): string => `€${(cents / 100).toFixed(2)}`

describe('the slip', () => {
  it('gathers chips by place, and takes them back one by one', () => {
    const slip = new Slip(LIMITS)
    for (const amount_cents of [100, 500, 100]) expect(slip.put([{ spot: 'player', amount_cents }])).toBe(true)
    expect(slip.put([{ spot: 'tie', amount_cents: 100 }])).toBe(true)
    expect(slip.layout).toEqual({ player: 700, tie: 100 })
    slip.undo()
    slip.undo()
    expect([slip.layout, slip.total]).toEqual([{ player: 600 }, 600])
    slip.clear()
    expect(slip.spots).toEqual([])
  })

  it('takes no more than a place and the table do, with what is in already', () => {
    const slip = new Slip(LIMITS)
    slip.placed({ tie: 950, player: 8_000 })
    expect(slip.put([{ spot: 'tie', amount_cents: 100 }])).toBe(false)
    expect(slip.put([{ spot: 'tie', amount_cents: 50 }])).toBe(true)
    // The table takes 10,000 in all.
    expect(slip.put([{ spot: 'player', amount_cents: 1_001 }])).toBe(false)
    expect(slip.put([{ spot: 'banker', amount_cents: 1_000 }])).toBe(true)
    expect(slip.put([{ spot: 'banker', amount_cents: 1 }])).toBe(false)
    expect(slip.total).toBe(1_050)
  })

  it('repeats and doubles all or nothing', () => {
    const slip = new Slip(LIMITS)
    expect(slip.repeat({})).toBe(false)
    expect(slip.repeat({ player: 300, tie: 400 })).toBe(true)
    expect(slip.double()).toBe(true)
    expect(slip.layout).toEqual({ player: 600, tie: 800 })
    expect(slip.double()).toBe(false)
    expect(slip.layout).toEqual({ player: 600, tie: 800 })
    slip.clear()
    slip.placed({ player: 200 })
    expect(slip.double()).toBe(true)
    expect(slip.layout).toEqual({ player: 200 })
  })

  it('reads what bets have on the places', () => {
    const spot = (name: 'player' | 'tie', amount_cents: number) => ({ spot: name, amount_cents, win_cents: 0 })
    const layout = layoutOf([{ spots: [spot('player', 100), spot('tie', 50)] }, { spots: [spot('player', 200)] }])
    expect([layout, sumOf(layout)]).toEqual([{ player: 300, tie: 50 }, 350])
  })
})

describe('words', () => {
  const outcome: RoundOutcome = { winner: 'banker', player: 5, banker: 7, player_pair: false, banker_pair: true }

  it.each([
    [outcome, 'Banker wins, 7 to 5. Banker pair.'],
    [{ ...outcome, winner: 'player', player: 9, banker_pair: false }, 'Player wins, 9 to 7.'],
    [{ ...outcome, winner: 'tie', player: 7, player_pair: true, banker_pair: false }, 'Tie at 7. Player pair.'],
  ] as const)('say who has won', (shown, text) => {
    expect(outcomeText(t, shown)).toBe(text)
  })

  it('say what became of the bets', () => {
    const bet = (state: OwnBet['state'], win_cents: number) => ({ state, win_cents })
    expect(resultText(t, money, [])).toBe('')
    expect(resultText(t, money, [bet('lost', 0)])).toBe(english['game.felt_lost'])
    expect(resultText(t, money, [bet('lost', 0), bet('paid', 195)])).toContain('€1.95')
    expect(resultText(t, money, [bet('returned', 500)])).toContain('€5.00')
  })

  it('name odds and cards', () => {
    const rules = { commission_percent: 5, tie_pays: 8, pair_pays: 11 } as BaccaratDefinition
    expect(PLACES.map((spot) => oddsText(spot, rules, 'en'))).toEqual(['1 : 1', '8 : 1', '0.95 : 1', '11 : 1', '11 : 1'])
    expect([cardText('TS'), cardText('AH')]).toEqual(['10♠', 'A♥'])
    const card = cardView('KD')
    expect([card.getAttribute('aria-label'), card.dataset.red]).toEqual(['K♦', 'true'])
  })
})
