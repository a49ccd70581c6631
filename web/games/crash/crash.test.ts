import { beforeEach, describe, expect, it, vi } from 'vitest'
import english from '../../../content/messages/en/game.json'
import type { GameContext } from '../context'
import { PlayRefusal } from '../play/api'
import { Balance } from '../play/balance'
import { moneyFormat } from '../play/money'
import { translator } from '../play/messages'
import type { OwnBet, Session, TableRound } from '../play/types'
import { closedText } from '../table/closing'
import { TableClock } from '../table/tableClock'
import { BetPanel } from './betPanel'
import { PanelBet } from './bets'
import { DOUBLING_MS, elapsedAt, multiplierAt, pays, readTarget, toneOf, wayUp } from './curve'

describe('the curve', () => {
  it('doubles as on the server', () => {
    expect([0, 1, 2, 3].map((doublings) => multiplierAt(doublings * DOUBLING_MS))).toEqual([100, 200, 400, 800])
    expect(multiplierAt(-1)).toBe(100)
    expect(elapsedAt(400)).toBe(2 * DOUBLING_MS)
    expect(multiplierAt(118)).toBe(101)
  })

  it('pays whole subunits, rounded down', () => {
    expect(pays(33, 101)).toBe(33)
    expect(pays(1000, 250)).toBe(2500)
  })

  it.each([
    ['2', 200],
    ['1,5', 150],
    [' 1.01 ', 101],
    ['1000', 100_000],
    ['1', undefined],
    ['1000.01', undefined],
    ['1.005', undefined],
    ['-2', undefined],
    ['two', undefined],
    ['', undefined],
  ])('reads %s as a target of %s', (text, hundredths) => {
    expect(readTarget(text, 100_000)).toBe(hundredths)
  })

  it('keeps the balloon in the picture, however high it is', () => {
    for (const elapsed of [0, 1_000, 10_000, 80_000]) {
      const { way } = wayUp(elapsed)
      for (const { x, y } of way) expect(Math.max(x, y)).toBeLessThanOrEqual(1)
    }
    expect([100, 200, 1000].map(toneOf)).toEqual(['low', 'middle', 'high'])
  })
})

it('the clock takes the sighting that came fastest', () => {
  let own = 0
  const clock = new TableClock(() => own)
  clock.see('2026-01-01T00:00:00.000Z')
  own = 1_000
  // This answer took 300 ms longer.
  clock.see('2026-01-01T00:00:00.700Z')
  expect(clock.now()).toBe(Date.parse('2026-01-01T00:00:01.000Z'))
})

const BETTING: TableRound = {
  id: '7',
  state: 'betting',
  server_seed_hash: '',
  closes_at: '',
  started_at: null,
  point: null,
  cards: [],
  outcome: null,
  returned: false,
  bets: 0,
}
const RUNNING: TableRound = { ...BETTING, state: 'running', started_at: '2026-01-01T00:00:00.000Z' }
const BET: OwnBet = { id: 'b', round: '7', stake_cents: 100, target: null, state: 'riding', multiplier: null, win_cents: 0, spots: [], client_seed: 's' }

function table() {
  const api = {
    placeTableBet: vi.fn(() => Promise.resolve({ bet: BET, balance_cents: 900 })),
    cashOut: vi.fn(() => Promise.resolve({ bet: { ...BET, state: 'cashed' as const, multiplier: 150, win_cents: 150 }, balance_cents: 1_050 })),
  }
  const showStatus = vi.fn()
  const definition = { kind: 'crash', title: 'Polar Ascent', return_percent: 97, max_multiplier: 100_000, betting_ms: 7000, pause_ms: 4000 }
  const currency = { code: 'EUR', subunits_to_unit: 100, fiat: true }
  const session = {
    currency,
    locale: 'en',
    mode: 'real',
    wallet: null,
    balance_cents: 1_000,
    default_stake_cents: 100,
    stakes_cents: [50, 100, 200],
    game: { identifier: 'northlight/polar-ascent', definition },
    return_url: null,
  } as unknown as Session
  const balance = new Balance(session, () => Promise.reject(new Error('nobody is asked')))
  const sittings = vi.fn()
  const context = {
    api,
    session,
    t: translator(english, 'en'),
    money: moneyFormat(currency, 'en'),
    balance,
    gifts: { refresh: vi.fn() },
    site: { send: vi.fn(), unpaused: () => Promise.resolve(), isThere: false },
    sitting: { add: sittings },
    sound: { press: vi.fn(), win: vi.fn() },
    frame: { showStatus, notice: vi.fn(() => Promise.resolve()) },
  } as unknown as GameContext
  const panel = new BetPanel(context, 1, { press: () => undefined })
  const bet = new PanelBet(context, panel)
  return { api, showStatus, balance, context, sittings, panel, bet }
}

describe('a table that is closed', () => {
  const t = translator(english, 'en')

  it.each([
    [RUNNING, 'check', 'game.table_closing_check'],
    [{ ...RUNNING, state: 'settled' }, 'check', 'game.table_closed_check'],
    [null, 'maintenance', 'game.table_closed_maintenance'],
    [null, 'a reason of a newer server', 'game.table_closed_rest'],
  ] as const)('tells its players why', (round, closed, key) => {
    expect(closedText(t, closed as never, round as never)).toBe(english[key])
  })
})

describe('a bet', () => {
  beforeEach(() => {
    localStorage.clear()
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
      },
    )
  })

  it('is placed while the round takes bets, and cashed out once', async () => {
    const { api, bet, panel, showStatus, balance } = table()
    bet.see(BETTING)
    bet.press()
    await vi.waitFor(() => expect(bet.isIn).toBe(true))
    expect(balance.cents).toBe(900)
    bet.press()
    expect(api.cashOut).not.toHaveBeenCalled()
    bet.see(RUNNING)
    bet.rise(150)
    expect(panel.button.textContent).toBe('Cash out€1.50')
    bet.press()
    bet.press()
    await vi.waitFor(() => expect(bet.isIn).toBe(false))
    expect(api.cashOut).toHaveBeenCalledExactlyOnceWith('b')
    expect(showStatus).toHaveBeenLastCalledWith('Cashed out at 1.50×: €1.50', 'won')
  })

  it('is not kept for a round that will not come', () => {
    const { api, bet, showStatus } = table()
    bet.see(RUNNING)
    bet.press()
    bet.close(true)
    bet.see({ ...RUNNING, state: 'settled', point: 150 })
    bet.press()
    expect(showStatus).toHaveBeenLastCalledWith(english['game.error_table_closed'])
    bet.close(false)
    bet.see({ ...BETTING, id: '8' })
    expect(api.placeTableBet).not.toHaveBeenCalled()
  })

  it('begins with the stake that was chosen last for it', () => {
    const { context, panel } = table()
    expect(panel.stakeCents).toBe(50)
    panel.view.querySelector<HTMLButtonElement>(`[aria-label="${english['game.stake_raise']}"]`)?.click()
    expect(table().panel.stakeCents).toBe(100)
    expect(new BetPanel(context, 2, { press: () => undefined }).stakeCents).toBe(50)
  })

  it('leaves a newer balance than that of its answer', async () => {
    const { api, bet, balance } = table()
    api.placeTableBet.mockImplementationOnce(async () => {
      await balance.hear({ type: 'balance', currency: 'EUR', amount_cents: 5_900, seq: 4, round_id: null })
      return { bet: BET, balance_cents: 900 }
    })
    bet.see(BETTING)
    bet.press()
    await vi.waitFor(() => expect(bet.isIn).toBe(true))
    expect(balance.cents).toBe(5_900)
  })

  it('waits for the next round, and can be taken back until then', async () => {
    const { api, bet, panel } = table()
    bet.see(RUNNING)
    bet.press()
    expect(panel.button.textContent).toContain('Cancel')
    bet.press()
    bet.see({ ...BETTING, id: '8' })
    expect(api.placeTableBet).not.toHaveBeenCalled()
    bet.see(RUNNING)
    bet.press()
    bet.see({ ...BETTING, id: '8' })
    await vi.waitFor(() => expect(api.placeTableBet).toHaveBeenCalledOnce())
  })

  it('that comes too late is one on the next round', async () => {
    const { api, bet, panel } = table()
    api.placeTableBet.mockRejectedValueOnce(new PlayRefusal('betting_closed'))
    bet.see(BETTING)
    bet.press()
    await vi.waitFor(() => expect(panel.button.textContent).toContain('Cancel'))
  })

  it.each([
    ['answered', (done: OwnBet) => Promise.resolve({ bet: done, balance_cents: 1_050 })],
    ['refused as too late', () => Promise.reject(new PlayRefusal('cashout_too_late'))],
  ])('that ended while its cash-out was under way ends once, with it %s', async (_, answer) => {
    const { api, bet, sittings } = table()
    const done: OwnBet = { ...BET, state: 'cashed', multiplier: 150, win_cents: 150 }
    let go = (): void => undefined
    const heard = new Promise<void>((resolve) => (go = resolve))
    api.cashOut.mockImplementationOnce((async () => {
      await heard
      return answer(done)
    }) as typeof api.cashOut)
    bet.adopt(BET)
    bet.see(RUNNING)
    bet.press()
    bet.adopt(done)
    go()
    await vi.waitFor(() => expect(api.cashOut).toHaveBeenCalled())
    await new Promise((resolve) => setTimeout(resolve))
    expect([bet.isIn, bet.isFree]).toEqual([false, true])
    expect(sittings).toHaveBeenCalledOnce()
  })

  it('is not taken over by another panel while it is on its way', async () => {
    const { api, bet } = table()
    let go = (_: { bet: OwnBet; balance_cents: number }): void => undefined
    api.placeTableBet.mockImplementationOnce(() => new Promise((resolve) => (go = resolve)))
    bet.see(BETTING)
    bet.press()
    expect([bet.isSending, bet.isFree]).toEqual([true, false])
    await vi.waitFor(() => expect(api.placeTableBet).toHaveBeenCalled())
    go({ bet: BET, balance_cents: 900 })
    await vi.waitFor(() => expect([bet.isSending, bet.isIn]).toEqual([false, true]))
  })

  it('whose cash-out came too late ends with its round', async () => {
    const { api, bet, showStatus } = table()
    api.cashOut.mockRejectedValueOnce(new PlayRefusal('cashout_too_late'))
    bet.adopt(BET)
    bet.see(RUNNING)
    bet.press()
    await vi.waitFor(() => expect(showStatus).toHaveBeenCalledWith(english['game.error_cashout_too_late']))
    bet.adopt({ ...BET, state: 'lost' })
    expect(bet.isIn).toBe(false)
  })
})
