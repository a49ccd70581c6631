import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Hooks, PlayApi, PlayRefusal, type Surroundings } from './api'
import { Balance } from './balance'
import { translator } from './messages'
import { bareFormat, moneyFormat } from './money'
import type { Session } from './types'
import { affordableStake, firstStake, keepStake, nextStake } from './stakes'

describe('moneyFormat', () => {
  const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')
  it.each([
    [{ code: 'EUR', subunits_to_unit: 100, fiat: true }, 'en', 123456, '€1,234.56'],
    [{ code: 'EUR', subunits_to_unit: 100, fiat: true }, 'de', 123456, '1.234,56 €'],
    [{ code: 'JPY', subunits_to_unit: 1, fiat: true }, 'en', 1200, '¥1,200'],
    [{ code: 'KWD', subunits_to_unit: 1000, fiat: true }, 'en', 1500, 'KWD 1.500'],
    [{ code: 'BTC', subunits_to_unit: 100_000_000, fiat: false }, 'en', 123_456, '1,234.56 µBTC'],
    [{ code: 'BTC', subunits_to_unit: 100_000_000, fiat: false }, 'en', 194_000, '1,940 µBTC'],
    [{ code: 'ETH', subunits_to_unit: 1_000_000_000, fiat: false }, 'en', 1_234_567, '1.234567 mETH'],
    [{ code: 'USDT', subunits_to_unit: 1_000_000, fiat: false }, 'en', 2_500_000, '2.5 USDT'],
    [{ code: 'DOGE', subunits_to_unit: 100_000_000, fiat: false }, 'en', 150_000_000, '1.5 DOGE'],
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
    signal: AbortSignal | null | undefined
  }

  function world(answers: (Response | Error)[], more: Partial<Hooks> = {}) {
    const calls: Call[] = []
    const waits: number[] = []
    const heard: boolean[] = []
    const surroundings: Surroundings = {
      fetch: (path, init) => {
        calls.push({ path: path as string, headers: init?.headers as Record<string, string>, signal: init?.signal })
        const answer = answers.shift() ?? new Error('no more answers')
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
      },
      timeout: () => new AbortController().signal,
      wait: (milliseconds) => {
        waits.push(milliseconds)
        return Promise.resolve()
      },
      uuid: () => `key-${calls.length}`,
    }
    const hooks: Hooks = {
      connection: (yes) => heard.push(yes),
      unanswered: () => Promise.reject(new Error('the player was asked')),
      reauthenticate: () => Promise.resolve(false),
      ...more,
    }
    return { api: new PlayApi('token', hooks, surroundings), calls, waits, heard }
  }
  const keys = (calls: Call[]) => calls.map(({ headers }) => headers['Idempotency-Key'])
  const refused = (code: string, status = 409) => Response.json({ error: { code, message: '' } }, { status })
  const lost = (times: number) => Array.from({ length: times }, () => new Error('offline'))

  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('gives a bet a key where the page is served without a certificate and the browser has no randomUUID', async () => {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(7) })
    const sent: RequestInit[] = []
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
      sent.push(init)
      return Promise.resolve(Response.json({ id: 'r1' }, { status: 201 }))
    })
    const nobody = { connection: () => undefined, unanswered: () => Promise.resolve(), reauthenticate: () => Promise.resolve(false) }
    await expect(new PlayApi('token', nobody).start({ stake_cents: 100 })).resolves.toEqual({ id: 'r1' })
    expect(sent[0]?.headers).toMatchObject({ 'Idempotency-Key': '07'.repeat(16) })
  })

  it('refuses what a demo was not promised with', async () => {
    const seeds = (hash: string, next: string) => Response.json({ seed_no: 1, server_seed_hash: hash, next_server_seed_hash: next })
    const proof = (pair: number, hash: string) => Response.json({ seed: { seed_no: pair, server_seed_hash: hash } })
    const session = Response.json({ mode: 'demo', seed: { seed_no: 1, server_seed_hash: 'a', nonce: 0 } })
    const { api } = world([session, seeds('a', 'b'), proof(1, 'a'), proof(1, 'x'), proof(2, 'y'), seeds('x', 'b')])
    await api.session()
    await api.chooseDemoSeed('mine')
    await expect(api.demoProof(1)).resolves.toMatchObject({ seed: { seed_no: 1 } })
    const changed = expect.objectContaining({ code: 'seed_changed' }) as Error
    await expect(api.demoProof(1)).rejects.toEqual(changed)
    await expect(api.demoProof(2)).rejects.toEqual(changed)
    await expect(api.demoSeeds()).rejects.toEqual(changed)
  })

  it('repeats a lost round with the same key until it is answered', async () => {
    const { api, calls, waits, heard } = world([new Error('offline'), new Response('', { status: 503 }), Response.json({ id: 'r1' }, { status: 201 })])
    await expect(api.start({ stake_cents: 100 })).resolves.toEqual({ id: 'r1' })
    expect(keys(calls)).toEqual(['key-0', 'key-0', 'key-0'])
    expect(calls[0]?.headers).toMatchObject({ Authorization: 'Bearer token', 'X-Requested-With': 'XMLHttpRequest' })
    expect(waits).toEqual([400, 800])
    expect(heard).toEqual([false, false, true])
  })

  it('waits as long as the server asks, within bounds', async () => {
    const { api, waits, heard } = world([
      new Response('', { status: 429, headers: { 'Retry-After': '7' } }),
      new Response('', { status: 503, headers: { 'Retry-After': '86400' } }),
      Response.json({}),
    ])
    await api.step('r1', 1)
    expect(waits).toEqual([7000, 30_000])
    // Who is asked to come later has been heard.
    expect(heard).toEqual([false, true])
  })

  it('ends an attempt that has no answer for too long', async () => {
    const { api, calls } = world([Response.json({})])
    await api.step('r1', 1)
    expect(calls[0]?.signal).toBeInstanceOf(AbortSignal)
  })

  it('asks the player after six attempts, and goes on with the same key', async () => {
    let asked = 0
    const unanswered = () => {
      asked += 1
      return Promise.resolve()
    }
    const { api, calls } = world([...lost(7), Response.json({ id: 'r1' })], { unanswered })
    await expect(api.step('r1', 1)).resolves.toEqual({ id: 'r1' })
    expect(asked).toBe(1)
    expect(new Set(keys(calls)).size).toBe(1)
  })

  it('gives up on a session that nobody answers', async () => {
    const { api, calls } = world(lost(9))
    await expect(api.session()).rejects.toEqual(new PlayRefusal('no_answer'))
    expect(calls).toHaveLength(6)
  })

  it('repeats a bet under its key once the password was given', async () => {
    const { api, calls } = world([refused('reauth_required', 403), Response.json({ id: 'r1' })], { reauthenticate: () => Promise.resolve(true) })
    await expect(api.start({ stake_cents: 100 })).resolves.toEqual({ id: 'r1' })
    expect(keys(calls)).toEqual(['key-0', 'key-0'])
  })

  it('is refused when the password was not given', async () => {
    const { api, calls } = world([refused('reauth_required', 403)])
    await expect(api.start({ stake_cents: 100 })).rejects.toEqual(new PlayRefusal('reauth_required'))
    expect(calls).toHaveLength(1)
  })

  it('takes a refusal as an answer', async () => {
    const { api, calls } = world([refused('insufficient_funds')])
    await expect(api.start({ stake_cents: 100 })).rejects.toEqual(new PlayRefusal('insufficient_funds'))
    expect(calls).toHaveLength(1)
  })

  it('takes a round that comes too early for refused, not for one to be repeated', async () => {
    const { api, calls } = world([refused('round_too_early', 429)])
    await expect(api.start({ stake_cents: 100 })).rejects.toEqual(new PlayRefusal('round_too_early'))
    expect(calls).toHaveLength(1)
  })

  it('reads the first code of field errors', async () => {
    const { api } = world([Response.json({ errors: { stake_cents: [{ code: 'VALIDATION.STAKE', message: '' }] } }, { status: 422 })])
    await expect(api.start({ stake_cents: 1 })).rejects.toEqual(new PlayRefusal('VALIDATION.STAKE'))
  })
})

describe('Balance', () => {
  const session = (over: Partial<Session> = {}) =>
    ({ mode: 'real', currency: { code: 'EUR', subunits_to_unit: 100, fiat: true }, wallet: null, balance_cents: 0, ...over }) as Session
  const told = (amount: number, seq: number, round_id: string | null = null, currency = 'EUR') =>
    ({ type: 'balance', currency, amount_cents: amount, seq, round_id }) as const
  const never = () => Promise.reject(new Error('nobody is asked'))

  it('takes a deposit that comes beside the game', async () => {
    const balance = new Balance(session(), never)
    let changes = 0
    balance.onChange = () => (changes += 1)
    await balance.hear(told(5000, 3))
    expect([balance.cents, changes]).toEqual([5000, 1])
  })

  it('keeps the newer of a round and what the page told', async () => {
    const balance = new Balance(session(), never)
    await balance.hear(told(5000, 9))
    balance.settle({ balance_cents: 900, seq: 8 })
    expect(balance.cents).toBe(5000)
    balance.settle({ balance_cents: 4900, seq: 10 })
    await balance.hear(told(5000, 9))
    expect(balance.cents).toBe(4900)
  })

  it('leaves other wallets and play money alone', async () => {
    const balance = new Balance(session({ balance_cents: 10 }), never)
    await balance.hear(told(5000, 3, null, 'CAD'))
    const demo = new Balance(session({ mode: 'demo', balance_cents: 10 }), never)
    await demo.hear(told(5000, 3))
    expect([balance.cents, demo.cents]).toEqual([10, 10])
  })

  it('asks for what the page knows of without an order, and leaves play money alone', async () => {
    const asked = vi.fn(() => Promise.resolve(session({ balance_cents: 5000 })))
    const balance = new Balance(session(), asked)
    let changes = 0
    balance.onChange = () => (changes += 1)
    await balance.lookAgain()
    expect([balance.cents, changes]).toEqual([5000, 1])
    await new Balance(session({ mode: 'demo' }), asked).lookAgain()
    expect(asked).toHaveBeenCalledOnce()
  })

  it('takes an answer without an order while nothing else was told, and else asks which balance is of now', async () => {
    const asked = vi.fn(() => Promise.resolve(session({ balance_cents: 4900 })))
    const balance = new Balance(session({ balance_cents: 1000 }), asked)
    await balance.settleBy(() => Promise.resolve({ balance_cents: 900 }))
    expect([balance.cents, asked.mock.calls.length]).toEqual([900, 0])
    // The bet was taken, then a deposit came, and its frame was faster than the answer.
    await balance.settleBy(async () => {
      await balance.hear(told(4900, 5))
      return { balance_cents: 800 }
    })
    expect(balance.cents).toBe(4900)
    await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
    // A frame of the bet itself says the same as the answer.
    await balance.settleBy(async () => {
      await balance.hear(told(4800, 6))
      return { balance_cents: 4800 }
    })
    expect([balance.cents, asked.mock.calls.length]).toEqual([4800, 1])
  })

  it('asks again where a balance comes while it asks', async () => {
    const answers = [5000, 4900]
    const balance: Balance = new Balance(session(), async () => {
      const balance_cents = answers.shift() ?? 0
      if (answers.length > 0) await balance.hear(told(4900, 5))
      return session({ balance_cents })
    })
    await balance.refresh()
    expect([balance.cents, answers.length]).toEqual([4900, 0])
  })

  it('asks the server what a wallet in another currency is worth', async () => {
    const wallet = { currency: 'BTC', rate: '50000' }
    const balance = new Balance(session({ wallet }), () => Promise.resolve(session({ balance_cents: 777 })))
    await balance.hear(told(5000, 3, null, 'BTC'))
    expect(balance.cents).toBe(777)
  })
})

describe('firstStake', () => {
  const session = {
    game: { identifier: 'northlight/solar-sails' },
    currency: { code: 'EUR' },
    stakes_cents: [20, 50, 100],
    balance_cents: 1_000,
  } as unknown as Session

  it('begins with the stake that was chosen last, where it is offered and covered, else with the lowest', () => {
    const store = new Map<string, string>()
    vi.stubGlobal('localStorage', { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => store.set(key, value) })
    expect(firstStake(session)).toBe(20)
    keepStake(session, 100)
    expect(firstStake(session)).toBe(100)
    expect(firstStake({ ...session, balance_cents: 60 })).toBe(50)
    expect(firstStake({ ...session, stakes_cents: [20, 50] })).toBe(20)
    expect(firstStake({ ...session, currency: { ...session.currency, code: 'CAD' } })).toBe(20)
    vi.unstubAllGlobals()
  })
})
