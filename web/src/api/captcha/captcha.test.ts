import { expect, test } from 'vitest'
import { Captcha, CaptchaError } from './captcha'
import type { Challenge } from './proofOfWork'

const challenge: Challenge = { algorithm: 'SHA-256', challenge: 'c', salt: 's?expires=1000', signature: 'x', maxnumber: 1 }

/** A captcha whose n-th pause runs `onPause(n)`. */
function captchaWith(overrides: Partial<ConstructorParameters<typeof Captcha>[0]>, onPause: (count: number) => void = () => undefined) {
  const pauses: number[] = []
  const captcha = new Captcha({
    challenge: () => Promise.resolve(challenge),
    solve: () => Promise.resolve(1),
    now: () => 0,
    pause: async (ms) => {
      pauses.push(ms)
      onPause(pauses.length)
      await Promise.resolve()
    },
    ...overrides,
  })
  return { captcha, pauses }
}

test('a proof that is ready only later is waited for', async () => {
  let finish: (number: number) => void = () => undefined
  const { captcha, pauses } = captchaWith({ solve: () => new Promise((resolve) => (finish = resolve)) }, (count) => {
    if (count === 3) finish(1)
  })
  await expect(captcha.take()).resolves.toMatch(/^[\w+/=]+$/)
  expect(pauses.every((ms) => ms === 500)).toBe(true)
  expect(pauses.length).toBeLessThanOrEqual(5)
})

test('after five looks half a second apart it gives up', async () => {
  const { captcha, pauses } = captchaWith({ solve: () => new Promise(() => undefined) })
  await expect(captcha.take()).rejects.toThrow(CaptchaError)
  expect(pauses).toEqual([500, 500, 500, 500, 500])
})

test('a house that asks for none gets none', async () => {
  const { captcha } = captchaWith({ challenge: () => Promise.resolve(null) })
  await expect(captcha.take()).resolves.toBeUndefined()
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
