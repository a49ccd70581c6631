import { afterEach, expect, test, vi } from 'vitest'
import { recaptchaToken } from './recaptcha'

afterEach(() => {
  delete window.grecaptcha
  document.getElementById('recaptcha')?.remove()
})

const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script#recaptcha')].map(({ src }) => src)

test('the script is loaded once, and its token counts for less than two minutes', async () => {
  await expect(recaptchaToken('6Lc_key', () => 0)).rejects.toThrow('not there')
  const execute = vi.fn(() => Promise.resolve('token'))
  window.grecaptcha = { ready: (whenReady) => whenReady(), execute }
  await expect(recaptchaToken('6Lc_key', () => 1_000)).resolves.toEqual({ proof: 'token', expiresAtMs: 111_000 })
  expect(execute).toHaveBeenCalledWith('6Lc_key', { action: 'submit' })
  expect(scripts()).toEqual(['https://www.google.com/recaptcha/api.js?render=6Lc_key'])
})

test('a script that failed is asked for again', async () => {
  await expect(recaptchaToken('6Lc_key', () => 0)).rejects.toThrow('not there')
  document.getElementById('recaptcha')?.dispatchEvent(new Event('error'))
  expect(scripts()).toEqual([])
  await expect(recaptchaToken('6Lc_key', () => 0)).rejects.toThrow('not there')
  expect(scripts()).toHaveLength(1)
})
