import { describe, expect, test, vi } from 'vitest'
import { landingStep, presentDepositCode, type PresentCalls } from './promoLanding'
import { isFinished, isUntouched, mayActivate, mayCancel, STAGES } from './stages'
import { totalWager, wagerProgress } from './wager'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')

describe('a stage', () => {
  test.each([
    // stage, finished, may be given up, costs nothing then
    ['issued', false, true, true],
    ['wait', false, true, true],
    ['handle_bets', false, true, false],
    ['activated', false, true, false],
    ['wager_done', true, false, false],
    ['lost', true, false, false],
    ['canceled', true, false, false],
    ['expired', true, false, false],
    ['finished', true, false, false],
  ] as const)('%s', (stage, finished, cancelable, untouched) => {
    expect([isFinished(stage), mayCancel({ stage }), isUntouched({ stage })]).toEqual([finished, cancelable, untouched])
  })

  test('there are nine', () => {
    expect(new Set(STAGES).size).toBe(9)
  })

  test.each([
    ['issued', true, null, true],
    ['issued', true, '2026-03-01T12:00:00.001Z', true],
    ['issued', true, '2026-03-01T12:00:00.000Z', false],
    ['issued', false, null, false],
    ['wait', true, null, false],
    ['handle_bets', true, null, false],
    ['expired', true, null, false],
  ])('%s, activatable %s until %s may be activated: %s', (stage, activatable, activatable_until, expected) => {
    expect(mayActivate({ stage, activatable, activatable_until }, NOW)).toBe(expected)
  })
})

describe('wagering', () => {
  const bonus = (amount_wager_cents: number, amount_wager_requirement_cents: number, changes = {}) => ({
    stage: 'handle_bets',
    currency: 'EUR',
    amount_wager_cents,
    amount_wager_requirement_cents,
    ...changes,
  })

  test.each([
    [100, 3000, 3],
    [199, 300, 66],
    [1, 3, 33],
    [2999, 3000, 99],
    [3000, 3000, 100],
    [3001, 3000, 100],
    [0, 0, 0],
    [Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER, 99],
  ])('%i of %i is %i per cent', (wagered, required, percent) => {
    expect(wagerProgress(bonus(wagered, required)).percent).toBe(percent)
  })

  test('what is left is never less than nothing', () => {
    expect(wagerProgress(bonus(3001, 3000)).leftCents).toBe(0)
    expect(wagerProgress(bonus(100, 3000)).leftCents).toBe(2900)
  })

  test('counts active bonuses of the currency together', () => {
    const all = [
      bonus(100, 3000),
      bonus(99, 300),
      bonus(5, 500, { currency: 'USD' }),
      bonus(7, 700, { stage: 'wait' }),
      bonus(900, 900, { stage: 'wager_done' }),
    ]
    expect(totalWager(all, 'EUR')).toEqual({ wageredCents: 199, requiredCents: 3300, leftCents: 3101, percent: 6 })
    expect(totalWager([], 'EUR').percent).toBe(0)
  })
})

describe('a code from the address, on the lobby', () => {
  test.each([
    [false, null, null, null, 'none'],
    [false, 'D', null, null, 'drop'],
    [false, null, 'G', null, 'drop'],
    [true, null, null, null, 'none'],
    [true, 'D', 'G', null, 'deposit'],
    [true, 'D', null, 'D', 'none'],
    [true, 'D', 'G', 'D', 'gift'],
    [true, 'E', null, 'D', 'deposit'],
    [true, null, 'G', null, 'gift'],
  ] as const)('player %s, deposit code %s, gift code %s, shown %s: %s', (isPlayer, depositCode, giftCode, shownCode, step) => {
    expect(landingStep({ isPlayer, depositCode, giftCode, shownCode })).toBe(step)
  })

  function calls(refusal?: Error) {
    const made: string[] = []
    const note = (name: string) => () => void made.push(name)
    const call = (name: string) => vi.fn(() => Promise.resolve(made.push(name)))
    const setCode = refusal ? vi.fn().mockRejectedValue(refusal) : call('code')
    const all: PresentCalls = {
      enable: call('settings'),
      setCode,
      clearCode: call('clear'),
      isInvalid: (error) => error instanceof RangeError,
      forget: note('forget'),
      openDeposit: note('deposit'),
    }
    return { made, all }
  }

  test('turns bonuses on, sets the code, opens the deposit', async () => {
    const { made, all } = calls()
    await presentDepositCode('D', all)
    expect(made).toEqual(['settings', 'code', 'deposit'])
    expect(all.setCode).toHaveBeenCalledWith('D')
  })

  test('an invalid one is cleared before the deposit opens', async () => {
    const { made, all } = calls(new RangeError())
    await presentDepositCode('D', all)
    expect(made).toEqual(['settings', 'forget', 'clear', 'deposit'])
  })

  test('one that could not be set for another reason is kept, and the deposit opens', async () => {
    const { made, all } = calls(new Error('offline'))
    await presentDepositCode('D', all)
    expect(made).toEqual(['settings', 'deposit'])
  })
})
