import { ApiError } from '@/api/errors'
import { request, type Answer } from '@/api/client'

export type EmailCheck = Answer<'POST', '/check-email'>

/** A source of proofs for the captcha. */
interface Proofs {
  take: () => Promise<string | undefined>
  prepare: () => void
}

/** How many questions within a minute the server answers without a captcha. */
const FREE_PER_MINUTE = 5
const MINUTE_MS = 60_000

/** When this page asked, in Unix milliseconds, within the last minute. */
let askedAtMs: number[] = []

/** Forgets the questions of this page. */
export function forgetEmailChecks(): void {
  askedAtMs = []
}

function isFree(nowMs: number): boolean {
  askedAtMs = [...askedAtMs.filter((at) => nowMs - at < MINUTE_MS), nowMs]
  return askedAtMs.length <= FREE_PER_MINUTE
}

async function ask(email: string, proofs: Proofs | null): Promise<EmailCheck> {
  const captcha = await proofs?.take()
  // The form that is sent next needs a proof of its own.
  if (captcha !== undefined) proofs?.prepare()
  return await request('POST', '/check-email', { body: { email, ...(captcha !== undefined && { captcha }) } })
}

/**
 * Asks early whether an address can sign up; null when the server does not say (too many questions, for one). From the
 * sixth question of a minute on the server wants a captcha, and earlier where others share the visitor's address.
 */
export async function checkEmail(email: string, proofs: Proofs): Promise<EmailCheck | null> {
  try {
    const free = isFree(Date.now())
    return await ask(email, free ? null : proofs).catch(async (error: unknown) => {
      if (!free || !(error instanceof ApiError && error.fields.captcha)) throw error
      return await ask(email, proofs)
    })
  } catch {
    return null
  }
}
