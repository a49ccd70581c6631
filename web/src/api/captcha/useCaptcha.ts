import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { request } from '@/api/client'
import { settingsQuery } from '@/api/session/settings'
import { Captcha, type Difficulty, type Token } from './captcha'
import type { Challenge } from './proofOfWork'
import { recaptchaToken } from './recaptcha'

async function newChallenge(client: QueryClient, difficulty: Difficulty): Promise<Challenge | null> {
  const { captcha } = await client.ensureQueryData(settingsQuery)
  return captcha === 'none' ? null : await request('GET', '/api/captcha', { query: { difficulty } })
}

/** The token of reCAPTCHA where the server asks that; null elsewhere. */
async function providersToken(client: QueryClient): Promise<Token | null> {
  const { recaptcha_key: key } = await client.ensureQueryData(settingsQuery)
  return key === null ? null : await recaptchaToken(key, () => Date.now())
}

function solveInWorker(challenge: Challenge): Promise<number | null> {
  const worker = new Worker(new URL('./proofOfWork.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<number | null>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<number | null>) => resolve(data)
    worker.onerror = (event) => reject(new Error(`captcha worker failed: ${event.message}`))
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}

/** The captcha of a form: the work starts when the form opens, so that nobody waits for it. */
export function useCaptcha(): Captcha {
  const client = useQueryClient()
  const [captcha] = useState(
    () =>
      new Captcha({
        token: () => providersToken(client),
        challenge: (difficulty) => newChallenge(client, difficulty),
        solve: solveInWorker,
        now: () => Date.now(),
        pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      }),
  )
  useEffect(() => captcha.prepare(), [captcha])
  return captcha
}
