import { beforeEach, describe, expect, it, vi } from 'vitest'
import board from '../../../content/games/firefly-keno.json'
import english from '../../../content/messages/en/game.json'
import figures from '../../../docs/par/firefly-keno.json'
import type { GameContext } from '../context'
import { Balance } from '../play/balance'
import { Gifts } from '../play/gifts'
import type { KenoDefinition, KenoStep } from '../play/kenoTypes'
import { translator } from '../play/messages'
import { moneyFormat } from '../play/money'
import type { PlayedRound } from '../play/replay'
import { Site } from '../play/site'
import { Sitting } from '../play/sitting'
import type { Bet, RoundView, Session } from '../play/types'
import { buildFrame } from '../shell/frame'
import type { Sound } from '../shell/sound'
import { neighbour } from './board'
import { startKeno } from './client'
import { paysOf, returnOf, timesText } from './pays'
import { isPicks, Picks, picksMax } from './picks'
import { drawText, resultText } from './words'

const definition = board as unknown as KenoDefinition
const t = translator(english, 'en')
const money = (cents: number): string => `€${(cents / 100).toFixed(2)}`

describe('picks', () => {
  it('are taken and given back, in rising order and ten at most', () => {
    const picks = new Picks(definition)
    for (const number of [9, 2, 40]) expect(picks.toggle(number)).toBe(true)
    expect(picks.numbers).toEqual([2, 9, 40])
    expect(picks.toggle(9)).toBe(true)
    expect(picks.numbers).toEqual([2, 40])
    picks.set([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect([picks.toggle(11), picks.toggle(1), picks.toggle(11)]).toEqual([false, true, true])
    expect(picks.bet(60)).toEqual({ kind: 'picks', numbers: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11], amount_cents: 60 })
  })

  it('are made for the player as many as are picked, each once', () => {
    const picks = new Picks(definition)
    picks.quick(() => 0)
    expect(picks.numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    picks.set([20, 21, 22])
    picks.quick((n) => n - 1)
    expect(picks.numbers).toEqual([38, 39, 40])
  })

  it('of a browser are held to the board', () => {
    const bet = (numbers: number[], kind: Bet['kind'] = 'picks') => ({ kind, numbers, amount_cents: 100 })
    expect(isPicks(definition, bet([1, 40]))).toBe(true)
    for (const numbers of [[], [0], [41], [1.5], [3, 3], Array.from({ length: 11 }, (_, i) => i + 1)]) expect(isPicks(definition, bet(numbers))).toBe(false)
    expect(isPicks(definition, bet([1], 'straight'))).toBe(false)
  })
})

describe('pays', () => {
  it('are told by hits in multiples of the stake', () => {
    expect(paysOf(definition, 4)).toEqual([
      { hits: 2, times: 1.8 },
      { hits: 3, times: 10 },
      { hits: 4, times: 76 },
    ])
    expect([timesText(3.8, 'de'), timesText(10_000, 'en')]).toEqual(['3,8×', '10,000×'])
  })

  it('return what the sheet says', () => {
    const returns = Array.from({ length: picksMax(definition) }, (_, i) => returnOf(definition, i + 1))
    expect((Math.min(...returns) * 100).toFixed(2)).toBe(figures.rtp)
    for (const share of returns) expect(share).toBeLessThan(0.96)
  })
})

it('moves over the board by the arrow keys, and stops at its edges', () => {
  const to = (number: number, key: string) => neighbour(number, key, 40)
  expect([to(9, 'ArrowRight'), to(9, 'ArrowUp'), to(9, 'ArrowDown')]).toEqual([10, 1, 17])
  expect([to(8, 'ArrowRight'), to(9, 'ArrowLeft'), to(3, 'ArrowUp'), to(35, 'ArrowDown')]).toEqual([8, 9, 3, 35])
})

it('says what a draw came to', () => {
  const step: KenoStep = { kind: 'keno', drawn: [31, 4, 17], hits: [4], win_cents: 0 }
  const showStatus = (win_cents: number, hits: number[]) => resultText(t, money, { win_cents, stake_cents: 100 }, { ...step, hits }, 2)
  expect(showStatus(0, [])).toBe('No hits with 2 numbers. No win this time')
  expect(showStatus(100, [4])).toBe('1 hit with 2 numbers. Returned €1.00')
  expect(showStatus(990, [4, 17])).toBe('2 hits with 2 numbers. Won €9.90')
  expect(drawText(t, step)).toBe('Drawn: 31, 4, 17. Hits: 4.')
})

describe('the board', () => {
  const sound = new Proxy({}, { get: (_, name) => (name === 'on' ? false : name === 'volume' ? 0 : () => undefined) }) as Sound
  const step: KenoStep = { kind: 'keno', drawn: [7, 1, 2, 3, 4, 5, 6, 8, 9, 10], hits: [7], win_cents: 76 }
  const round = {
    id: 'r1',
    status: 'finished',
    stake_cents: 20,
    bet_cents: 20,
    win_cents: 76,
    balance_cents: 10_056,
    currency: 'EUR',
    seed_no: 1,
    nonce: 1,
    steps: [step],
    next: null,
    created_at: '',
    seq: null,
  } as RoundView<KenoStep>

  beforeEach(() => {
    localStorage.clear()
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
      },
    )
    HTMLDialogElement.prototype.showModal = function () {
      this.open = true
    }
    HTMLDialogElement.prototype.close = function () {
      this.open = false
    }
  })

  function open(start: (wager: unknown) => Promise<RoundView>, controls = { autoplay: true, quick_spin: true, cycle_ms: 0 }, replay?: PlayedRound) {
    const session = {
      session_id: 's',
      mode: 'real',
      game: { identifier: 'northlight/firefly-keno', title: 'Firefly Keno', kind: 'keno', definition, definition_hash: 'abc' },
      currency: { code: 'EUR', subunits_to_unit: 100, fiat: true },
      wallet: null,
      seed: { seed_no: 1, server_seed_hash: '', nonce: 0 },
      locale: 'en',
      balance_cents: 10_000,
      stakes_cents: [20, 100],
      default_stake_cents: 20,
      open_round: null,
      rtp: '95.00',
      rtp_with_jackpot: null,
      min_cents: 20,
      max_cents: 10_000,
      places: [],
      return_url: null,
      bonus_buy: false,
      controls,
    } as Session
    const host = document.createElement('div')
    document.body.replaceChildren(host)
    const site = new Site()
    const api = { start } as never
    const none = { bonus: null, freespins: [] }
    const context: GameContext = {
      session,
      api,
      site,
      t,
      sound,
      balance: new Balance(session, () => Promise.resolve(session)),
      gifts: new Gifts(session, () => Promise.resolve(none)),
      sitting: new Sitting(Date.now()),
      money: moneyFormat(session.currency, 'en'),
      frame: buildFrame(host, session, t, site),
      ...(replay && { replay }),
    }
    startKeno(context)
    const number = (wanted: number) => host.querySelectorAll<HTMLButtonElement>('.keno-number')[wanted - 1]!
    const press = () => host.querySelector<HTMLButtonElement>('.spin-button')!.click()
    const said = () => host.querySelector('.status')!.textContent
    return { host, number, press, said }
  }

  it('asks for numbers before it draws, and shows what they pay', () => {
    const start = vi.fn<() => Promise<RoundView>>()
    const { host, number, press, said } = open(start)
    press()
    expect(start).not.toHaveBeenCalled()
    expect(said()).toBe('Pick 1 to 10 numbers and draw')
    expect(host.querySelector<HTMLElement>('.keno-pays')!.hidden).toBe(true)
    number(7).click()
    expect(number(7).getAttribute('aria-pressed')).toBe('true')
    expect(host.querySelector('.keno-pays-list')!.textContent).toBe('1 hit: 13.8×')
    expect(said()).toBe('1 of 10 numbers picked')
  })

  it('draws for the picks, marks them and tells the result once', async () => {
    const start = vi.fn(() => Promise.resolve(round))
    const { host, number, press, said } = open(start)
    number(7).click()
    press()
    await vi.waitFor(() => expect(said()).toBe('1 hit with 1 number. Won €0.76'))
    expect(start).toHaveBeenCalledWith({ bets: [{ kind: 'picks', numbers: [7], amount_cents: 20 }] })
    expect(number(7).classList.contains('is-hit')).toBe(true)
    expect(number(1).getAttribute('aria-label')).toBe('1, drawn')
    expect(host.querySelector('.is-reached b')!.textContent).toBe('3.8×')
    await vi.waitFor(() => expect(host.querySelector('.balance .value')!.textContent).toBe('€100.56'))
    // The picks stay for the next draw, and a change of them takes the draw off the board.
    number(8).click()
    expect(number(7).classList.contains('is-hit')).toBe(false)
    expect(number(7).classList.contains('is-picked')).toBe(true)
  })

  it('keeps the picks while a draw is under way', async () => {
    let answer: (round: RoundView) => void = () => undefined
    const start = vi.fn(() => new Promise<RoundView>((resolve) => (answer = resolve)))
    const { number, press, said } = open(start)
    number(7).click()
    press()
    number(8).click()
    expect(number(8).classList.contains('is-picked')).toBe(false)
    await vi.waitFor(() => expect(start).toHaveBeenCalled())
    answer(round)
    await vi.waitFor(() => expect(said()).toContain('Won'))
    await vi.waitFor(() => {
      number(8).click()
      expect(number(8).classList.contains('is-picked')).toBe(true)
    })
  })

  it('plays on by itself with the same picks, and takes others once that is over', async () => {
    const start = vi.fn(() => Promise.resolve(round))
    const { host, number, said } = open(start)
    const autoplay = host.querySelector<HTMLButtonElement>('.autoplay')!
    autoplay.click()
    expect(said()).toBe('Pick 1 to 10 numbers and draw')
    number(7).click()
    autoplay.click()
    const sheet = host.querySelector<HTMLFormElement>('.autoplay-form')!
    expect(sheet.textContent).not.toContain(english['game.autoplay_feature'])
    sheet.querySelector<HTMLInputElement>('input[name="loss"]')!.click()
    sheet.requestSubmit()
    await vi.waitFor(() => expect(said()).toBe(english['game.autoplay_over']))
    expect(start).toHaveBeenCalledTimes(10)
    const quick = host.querySelector<HTMLButtonElement>(`[aria-label="${english['game.keno_quick']}"]`)!
    await vi.waitFor(() => expect(quick.disabled).toBe(false))
    expect(number(8).getAttribute('aria-disabled')).toBe('false')
    number(8).click()
    expect(number(8).classList.contains('is-picked')).toBe(true)
  })

  it('draws on for as long as the button is held, with the same picks', async () => {
    // An answer takes its time, as over a network: rounds that never wait would leave no room for the finger to be lifted.
    const start = vi.fn(() => new Promise<RoundView>((resolve) => setTimeout(() => resolve(round), 10)))
    const { host, number } = open(start)
    number(7).click()
    const button = host.querySelector<HTMLButtonElement>('.spin-button')!
    button.dispatchEvent(new MouseEvent('pointerdown'))
    await vi.waitFor(() => expect(start.mock.calls.length).toBeGreaterThan(2), { timeout: 3_000 })
    button.dispatchEvent(new Event('pointerup'))
    button.click()
    await vi.waitFor(() => expect(host.querySelector<HTMLButtonElement>('.keno-tools button')!.disabled).toBe(false))
    const played = start.mock.calls.length
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(start).toHaveBeenCalledTimes(played)
    for (const call of start.mock.calls) expect(call).toEqual([{ bets: [{ kind: 'picks', numbers: [7], amount_cents: 20 }] }])
  })

  it('asks a held button for numbers first, and hears none where the licence forbids it', async () => {
    const start = vi.fn(() => Promise.resolve(round))
    const held = async ({ host, said }: ReturnType<typeof open>) => {
      host.querySelector('.spin-button')!.dispatchEvent(new MouseEvent('pointerdown'))
      await new Promise((resolve) => setTimeout(resolve, 600))
      return said()
    }
    expect(await held(open(start))).toBe('Pick 1 to 10 numbers and draw')
    const forbidden = open(start, { autoplay: false, quick_spin: true, cycle_ms: 0 })
    forbidden.number(7).click()
    await held(forbidden)
    expect(start).not.toHaveBeenCalled()
    expect(forbidden.host.textContent).not.toContain(english['game.rules_hold_to_spin'])
    expect(open(start).host.textContent).toContain(english['game.rules_hold_to_spin'])
  })

  it('shows a round again with the numbers that were picked, which stay', async () => {
    const replay = { round, bets: [{ kind: 'picks', numbers: [7], amount_cents: 20 }] } as unknown as PlayedRound
    const { host, number, press, said } = open(() => Promise.resolve(round), { autoplay: false, quick_spin: true, cycle_ms: 0 }, replay)
    number(8).click()
    expect([7, 8].map((wanted) => number(wanted).classList.contains('is-picked'))).toEqual([true, false])
    press()
    await vi.waitFor(() => expect(said()).toContain('Won'))
    const clear = host.querySelector<HTMLButtonElement>(`[aria-label="${english['game.keno_clear']}"]`)!
    await vi.waitFor(() => expect([clear.disabled, number(8).getAttribute('aria-disabled')]).toEqual([true, 'true']))
    number(8).click()
    expect(number(8).classList.contains('is-picked')).toBe(false)
  })

  it('offers no autoplay and no quick mode where the licence forbids them', () => {
    const { host } = open(vi.fn<() => Promise<RoundView>>(), { autoplay: false, quick_spin: false, cycle_ms: 5_000 })
    expect(host.querySelector('.autoplay')).toBeNull()
    expect(host.querySelector(`[aria-label="${english['game.turbo']}"]`)).toBeNull()
    expect(open(vi.fn<() => Promise<RoundView>>()).host.querySelector('.autoplay')).not.toBeNull()
  })
})
