import { request } from '@/api/client'

export interface EmailCheck {
  valid: boolean
  available: boolean
}

/** Asks early whether an address can sign up; null when the house does not say (too many questions, for one). */
export async function checkEmail(email: string): Promise<EmailCheck | null> {
  return await request<EmailCheck>('POST', '/check-email', { body: { email } }).catch(() => null)
}
