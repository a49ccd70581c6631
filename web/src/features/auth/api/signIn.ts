import type { QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { ApiError } from '@/api/errors'
import { logError } from '@/platform/log'
import { trackConversion } from '@/domain/conversions'
import { enterSession } from './enterSession'

export interface Credentials {
  email: string
  password: string
  /** Fingerprint of the device; may be empty. */
  dfpc: string
  /** Proof for the captcha, where the operator asks for one. */
  captcha: string | undefined
}

/** What the second step is done with: a code of the authenticator app, a recovery code, or a passkey. */
export type SecondFactor = { otp_attempt: string } | { recovery_code: string } | { passkey: Record<string, never> }

/** Where a sign-in has come to: the player is in, or one of these is asked for beside a recovery code. */
export type SignInStep = { is: 'signed-in' } | { is: 'code-asked'; app: boolean; passkey: boolean }

/** What the answer to a sign-in means. */
export function stepOf(answer: { id: number } | { two_factor_required: boolean; factors?: string[] | null }): SignInStep {
  if (!('two_factor_required' in answer)) return { is: 'signed-in' }
  const factors = answer.factors ?? ['otp_attempt']
  return { is: 'code-asked', app: factors.includes('otp_attempt'), passkey: factors.includes('passkey') }
}

async function requestSignIn(user: Credentials | SecondFactor, idempotencyKey: string): Promise<SignInStep> {
  try {
    return stepOf(await request('POST', '/api/users/sign_in', { body: { user }, idempotencyKey }))
  } catch (error) {
    logError('SIGN_IN_ERROR', error)
    throw error
  }
}

/** Loads who has signed in. */
export async function enter(client: QueryClient): Promise<void> {
  await enterSession(client)
  trackConversion('sign_in')
}

/**
 * Signs the player in and loads who it is; a player with a second factor has to give a code first. Failures are logged
 * and thrown on to the form.
 */
export async function signIn(client: QueryClient, credentials: Credentials, idempotencyKey: string): Promise<SignInStep> {
  try {
    const step = await requestSignIn(credentials, idempotencyKey)
    if (step.is === 'signed-in') await enter(client)
    return step
  } catch (error) {
    logError('LOGIN_ERROR', error)
    throw error
  }
}

/**
 * The second step of a sign-in. Answers null when the player is in, and the refusal when the server has refused the code;
 * what is no answer of the server is thrown.
 */
export async function signInWithCode(client: QueryClient, factor: SecondFactor, idempotencyKey: string): Promise<ApiError | null> {
  try {
    await requestSignIn(factor, idempotencyKey)
    await enter(client)
    return null
  } catch (error) {
    logError('LOGIN_ERROR', error)
    if (error instanceof ApiError && error.status === 422) return error
    throw error
  }
}
