import type { QueryClient } from '@tanstack/react-query'
import { request, type Body } from '@/api/client'
import { affiliateTags } from '@/domain/affiliates'
import { logError } from '@/platform/log'
import { trackConversion } from '@/domain/conversions'
import type { Credentials } from './signIn'
import { enterSession } from './enterSession'

export type Registration = Credentials & Body<'POST', '/api/users'>['user']

/**
 * Opens an account and signs it in. `idempotencyKey` is the same for every try of one form, so that a lost
 * answer does not leave the player with "taken". Failures are logged and thrown on to the form.
 */
export async function signUp(client: QueryClient, user: Registration, idempotencyKey: string): Promise<void> {
  try {
    await request('POST', '/api/users', { body: { user: { ...user, ...affiliateTags() } }, idempotencyKey })
    await enterSession(client)
    trackConversion('sign_up')
  } catch (error) {
    logError('REGISTRATION_ERROR', error)
    throw error
  }
}
