import type { QueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import { logError } from '@/lib/log'
import { tellMoment } from '@/lib/moments'
import { enterSession } from './enterSession'

export interface Credentials {
  email: string
  password: string
  /** Fingerprint of the device; may be empty. */
  dfpc: string
  /** Proof for the captcha, where the house asks for one. */
  captcha: string | undefined
}

async function requestSignIn(user: Credentials): Promise<void> {
  try {
    await request('POST', '/api/users/sign_in', { body: { user } })
  } catch (error) {
    logError('SIGN_IN_ERROR', error)
    throw error
  }
}

/** Signs the player in and loads who it is. Failures are logged and thrown on to the form. */
export async function signIn(client: QueryClient, credentials: Credentials): Promise<void> {
  try {
    await requestSignIn(credentials)
    await enterSession(client)
    tellMoment('sign_in')
  } catch (error) {
    logError('LOGIN_ERROR', error)
    throw error
  }
}
