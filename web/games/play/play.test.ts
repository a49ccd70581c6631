import { describe, expect, it } from 'vitest'
import { PlayApi, PlayRefusal, type Surroundings } from './api'
import { countUp, countUpDuration, winLevel } from './countup'
import { translator } from './messages'
import { bareFormat, moneyFormat } from './money'
import { affordableStake, nextStake } from './stakes'

describe('moneyFormat', () => {
  const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')
  it.each([
    [{ code: 'EUR', subunits_to_unit: 100, fiat: true }, 'en', 123456, '€1,234.56'],
    [{ code: 'EUR', subunits_to_unit: 100, fiat: true }, 'de', 123456, '1.234,56 €'],
    [{ code: 'JPY', subunits_to_unit: 1, fiat: true }, 'en', 1200, '¥1,200'],
    [{ code: 'KWD', subunits_to_unit: 1000, fiat: true }, 'en', 1500, 'KWD 1.500'],
    [{ code: 'BTC', subunits_to_unit: 100_000_000, fiat: false }, 'en', 123_456, '1,234.56 µBTC'],
    [{ code: 'ETH', subunits_to_unit: 1_000_000_000, fiat: false }, 'en', 1_234_567, '1.234567 mETH'],
    [{ code: 'USDT', subunits_to_unit: 1_000_000, fiat: false }, 'en', 2_500_000, '2.50 USDT'],
    [{ code: 'DOGE', subunits_to_unit: 100_000_000, fiat: false }, 'en', 150_000_000, '1.50 DOGE'],
  ])('writes %o in %s', (currency, locale, cents, expected) => {
    expect(plain(moneyFormat(currency, locale)(cents))).toBe(expected)
  })
})

describe('bareFormat', () => {
  const euro = { code: 'EUR', subunits_to_unit: 100, fiat: true }
  it.each([
    ['en', 225, '2.25'],
    ['de', 150, '1,50'],
    ['en', 300, '3'],
  ])('writes on a coin in %s', (locale, cents, expected) => {
    expect(bareFormat(euro, locale)(cents)).toBe(expected)
  })
})

describe('stakes', () => {
  const stakes = [20, 50, 100, 200]

  it.each([
    [50, 1, 100],
    [50, -1, 20],
    [200, 1, 200],
    [20, -1, 20],
    [70, 1, 100],
    [70, -1, 50],
  ] as const)('steps from %i by %i to %i', (current, direction, expected) => {
    expect(nextStake(stakes, current, direction)).toBe(expected)
  })

  it('falls back to what the balance covers', () => {
    expect(affordableStake(stakes, 100, 1000)).toBe(100)
    expect(affordableStake(stakes, 100, 60)).toBe(50)
    expect(affordableStake(stakes, 100, 10)).toBeUndefined()
  })
})

describe('winLevel', () => {
  it.each([
    [0, 'none'],
    [100, 'none'],
    [101, 'win'],
    [1499, 'win'],
    [1500, 'big'],
    [4000, 'mega'],
    [9999, 'mega'],
    [10_000, 'epic'],
  ] as const)('a return of %i on a stake of 100 is %s', (win, level) => {
    expect(winLevel(win, 100)).toBe(level)
  })

  it('gives a return at or under the stake no time at all', () => {
    expect(countUpDuration(winLevel(100, 100))).toBe(0)
  })
})

describe('countUp', () => {
  it('never falls, stays whole and ends exactly', () => {
    const shown = Array.from({ length: 50 }, (_, i) => countUp(0, 123_457, i * 20, 900))
    expect(shown.every(Number.isInteger)).toBe(true)
    expect(shown).toEqual(shown.toSorted((a, b) => a - b))
    expect(shown.at(-1)).toBe(123_457)
    expect(shown[0]).toBe(0)
  })

  it('is there at once without a duration', () => {
    expect(countUp(0, 500, 0, 0)).toBe(500)
  })
})

describe('translator', () => {
  it('fills in values and falls back to English', () => {
    const t = translator({ 'game.status_won': '{amount} gewonnen' }, 'de')
    expect(t('game.status_won', { amount: '1 €' })).toBe('1 € gewonnen')
    expect(t('game.spin')).toBe('Spin')
  })
})

describe('PlayApi', () => {
  interface Call {
    path: string
    headers: Record<string, string>
  }

  function world(answers: (Response | Error)[]): { surroundings: Surroundings; calls: Call[]; waits: number[] } {
    const calls: Call[] = []
    const waits: number[] = []
    const surroundings: Surroundings = {
      fetch: (path, init) => {
        calls.push({ path: path as string, headers: init?.headers as Record<string, string> })
        const answer = answers.shift() ?? new Error('no more answers')
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
      },
      wait: (milliseconds) => {
        waits.push(milliseconds)
        return Promise.resolve()
      },
      uuid: () => `key-${calls.length}`,
    }
    return { surroundings, calls, waits }
  }

  it('repeats a lost round with the same key until it is answered', async () => {
    const { surroundings, calls, waits } = world([
      new Error('offline'),
      new Response('', { status: 503 }),
      Response.json({ id: 'r1' }, { status: 201 }),
    ])
    const heard: boolean[] = []
    const api = new PlayApi('token', (yes) => heard.push(yes), surroundings)
    await expect(api.start({ stake_cents: 100 })).resolves.toEqual({ id: 'r1' })
    expect(calls.map(({ headers }) => headers['Idempotency-Key'])).toEqual(['key-0', 'key-0', 'key-0'])
    expect(calls[0]?.headers).toMatchObject({ Authorization: 'Bearer token', 'X-Requested-With': 'XMLHttpRequest' })
    expect(waits).toEqual([400, 800])
    expect(heard).toEqual([false, false, true])
  })

  it('waits as long as the server asks', async () => {
    const { surroundings, waits } = world([
      new Response('', { status: 429, headers: { 'Retry-After': '7' } }),
      Response.json({}),
    ])
    await new PlayApi('token', () => undefined, surroundings).step('r1', 1)
    expect(waits).toEqual([7000])
  })

  it('takes a refusal as an answer', async () => {
    const { surroundings, calls } = world([
      Response.json({ error: { code: 'insufficient_funds', message: '' } }, { status: 409 }),
    ])
    const api = new PlayApi('token', () => undefined, surroundings)
    await expect(api.start({ stake_cents: 100 })).rejects.toEqual(new PlayRefusal('insufficient_funds'))
    expect(calls).toHaveLength(1)
  })

  it('reads the first code of field errors', async () => {
    const { surroundings } = world([
      Response.json({ errors: { stake_cents: [{ code: 'VALIDATION.STAKE', message: '' }] } }, { status: 422 }),
    ])
    const api = new PlayApi('token', () => undefined, surroundings)
    await expect(api.start({ stake_cents: 1 })).rejects.toEqual(new PlayRefusal('VALIDATION.STAKE'))
  })
})
