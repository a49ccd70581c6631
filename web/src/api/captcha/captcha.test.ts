import { expect, test, vi } from 'vitest'
import { Captcha, CaptchaError } from './captcha'
import type { Challenge } from './proofOfWork'

const challenge: Challenge = { algorithm: 'SHA-256', challenge: 'c', salt: 's?expires=1000', signature: 'x', maxnumber: 1 }

/** A captcha whose pauses are over at once, but for those of 20 seconds, which `late` ends. */
function captchaWith(overrides: Partial<ConstructorParameters<typeof Captcha>[0]>) {
  const pauses: number[] = []
  let late: () => void = () => undefined
  const captcha = new Captcha({
    token: () => Promise.resolve(null),
    challenge: () => Promise.resolve(challenge),
    solve: () => Promise.resolve(1),
    now: () => 0,
    pause: (ms) => {
      if (ms === 20_000) return new Promise((resolve) => (late = resolve))
      pauses.push(ms)
      return Promise.resolve()
    },
    ...overrides,
  })
  return { captcha, pauses, late: () => late() }
}

test('a proof that is still being worked out is waited for, and the form is told', async () => {
  let finish: (number: number) => void = () => undefined
  const solve = vi.fn(() => new Promise<number>((resolve) => (finish = resolve)))
  const { captcha, pauses } = captchaWith({ solve })
  const onWait = vi.fn()
  const taken = captcha.take(onWait)
  await vi.waitFor(() => expect(solve).toHaveBeenCalled())
  finish(1)
  await expect(taken).resolves.toMatch(/^[\w+/=]+$/)
  expect([onWait.mock.calls.length, pauses, solve.mock.calls.length]).toEqual([1, [], 1])
})

test('a proof that is ready is waited for by nobody', async () => {
  const { captcha } = captchaWith({})
  captcha.prepare()
  await captcha.take()
  captcha.prepare()
  // The work of `prepare` is done once everything that is ready to run has run.
  await new Promise((resolve) => setTimeout(resolve))
  const onWait = vi.fn()
  await captcha.take(onWait)
  expect(onWait).not.toHaveBeenCalled()
})

test('work without an end is given up after twenty seconds', async () => {
  const solve = vi.fn(() => new Promise<never>(() => undefined))
  const { captcha, late } = captchaWith({ solve })
  const taken = captcha.take()
  await vi.waitFor(() => expect(solve).toHaveBeenCalled())
  late()
  await expect(taken).rejects.toThrow(CaptchaError)
})

test('after five works that failed, half a second apart, it gives up', async () => {
  const solve = vi.fn(() => Promise.reject(new Error('no worker')))
  const { captcha, pauses } = captchaWith({ solve })
  await expect(captcha.take()).rejects.toThrow(CaptchaError)
  expect([pauses, solve.mock.calls.length]).toEqual([[500, 500, 500, 500], 5])
})

test('a server that asks for none gets none', async () => {
  const { captcha } = captchaWith({ challenge: () => Promise.resolve(null) })
  await expect(captcha.take()).resolves.toBeUndefined()
})

test('a hard proof is waited for as long as it takes, and leaves the other alone', async () => {
  const asked: string[] = []
  const { captcha, pauses } = captchaWith({
    challenge: (difficulty) => {
      asked.push(difficulty)
      return Promise.resolve(challenge)
    },
  })
  await expect(captcha.takeHard()).resolves.toMatch(/^[\w+/=]+$/)
  expect([asked, pauses]).toEqual([['hard'], []])
  const { captcha: off } = captchaWith({ challenge: () => Promise.resolve(null) })
  await expect(off.takeHard()).resolves.toBeUndefined()
})

test('each proof is taken once, and an expired one is made anew', async () => {
  let now = 0
  let made = 0
  const { captcha } = captchaWith({
    now: () => now,
    challenge: () => {
      made += 1
      return Promise.resolve({ ...challenge, salt: `s${made}?expires=${made * 1000}` })
    },
  })
  const first = await captcha.take()
  expect(await captcha.take()).not.toBe(first)
  captcha.prepare()
  now = 2_990_000
  await captcha.take()
  expect(made).toBe(4)
})

test("a provider's token is the proof, and hard work is the server's own", async () => {
  const solve = vi.fn(() => Promise.resolve(1))
  const { captcha } = captchaWith({ token: () => Promise.resolve({ proof: 'their-token', expiresAtMs: 60_000 }), solve })
  await expect(captcha.take()).resolves.toBe('their-token')
  expect(solve).not.toHaveBeenCalled()
  await expect(captcha.takeHard()).resolves.toMatch(/^[\w+/=]+$/)
})

test('a script that is late is looked for five times', async () => {
  const token = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('not there yet')))
  const { captcha, pauses } = captchaWith({ token })
  await expect(captcha.take()).rejects.toThrow(CaptchaError)
  expect(pauses).toEqual([500, 500, 500, 500])
  token.mockImplementation(() => Promise.resolve({ proof: 'late', expiresAtMs: 60_000 }) as Promise<never>)
  await expect(captcha.take()).resolves.toBe('late')
})
