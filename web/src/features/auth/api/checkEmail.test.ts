import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { http } from '@/test/http'
import { server } from '@/test/server'
import { checkEmail, forgetEmailChecks } from './checkEmail'

const FREE = { valid: true, available: true }
const WANTS_CAPTCHA = { errors: { captcha: [{ code: 'VALIDATION.CAPTCHA.REQUIRED', message: '' }] } }

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => forgetEmailChecks())
afterEach(() => {
  vi.useRealTimers()
  server.resetHandlers()
})
afterAll(() => server.close())

function proofs() {
  let made = 0
  return {
    take: vi.fn(async () => {
      made += 1
      return await Promise.resolve(`proof-${made}`)
    }),
    prepare: vi.fn(),
  }
}

/** Answers like the server with `free` questions left; notes the proofs that came. */
function answering(free: number) {
  const sent: unknown[] = []
  server.use(
    http.post('/check-email', async ({ request }) => {
      const { captcha } = (await request.json()) as { captcha?: string }
      sent.push(captcha)
      const refused = sent.length > free && captcha === undefined
      return refused ? HttpResponse.json(WANTS_CAPTCHA, { status: 422 }) : HttpResponse.json(FREE)
    }),
  )
  return sent
}

test('from the sixth question of a minute on a proof goes along', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const sent = answering(5)
  const source = proofs()
  for (let asked = 0; asked < 7; asked += 1) expect(await checkEmail('a@b.co', source)).toEqual(FREE)
  expect(sent).toEqual([undefined, undefined, undefined, undefined, undefined, 'proof-1', 'proof-2'])
  expect(source.prepare).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(60_000)
  await checkEmail('a@b.co', source)
  expect(sent[7]).toBeUndefined()
})

test('a proof that is asked for earlier is sent after all', async () => {
  const sent = answering(0)
  expect(await checkEmail('a@b.co', proofs())).toEqual(FREE)
  expect(sent).toEqual([undefined, 'proof-1'])
})

test('what the server does not say is not known', async () => {
  server.use(http.post('/check-email', () => HttpResponse.json({ error: { code: 'too_many_requests', message: '' } }, { status: 429 })))
  expect(await checkEmail('a@b.co', proofs())).toBeNull()
})
