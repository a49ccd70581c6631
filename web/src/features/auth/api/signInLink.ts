import type { QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { deviceFingerprint } from '@/platform/fingerprint'
import { logError } from '@/platform/log'
import { enter, stepOf, type SignInStep } from './signIn'

/** Asks for a mail with a link to sign in. The server answers the same whether anybody has the address. */
export async function sendSignInLink(user: { email: string; captcha: string | undefined }, idempotencyKey: string): Promise<void> {
  await request('POST', '/api/users/sign_in_link', { body: { user }, idempotencyKey })
}

/** Signs in with the link of a mail; a player with a second factor has to show that as well. */
export async function signInByLink(client: QueryClient, token: string, idempotencyKey: string): Promise<SignInStep> {
  try {
    const step = stepOf(await request('POST', '/api/users/sign_in/link', { body: { user: { token, dfpc: deviceFingerprint() } }, idempotencyKey }))
    if (step.is === 'signed-in') await enter(client)
    return step
  } catch (error) {
    logError('LOGIN_ERROR', error)
    throw error
  }
}
