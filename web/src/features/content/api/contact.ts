import { request, type Body } from '@/api/client'

/** What a visitor writes to support. */
export type ContactMessage = Omit<Body<'POST', '/api/send_contact_message'>, 'captcha'>

/**
 * Hands a message to support; answers its number. The server asks for a `captcha` from the third message of an hour
 * on; `key` is one for each message, however often it is sent.
 */
export async function sendContactMessage(message: ContactMessage, captcha: string | undefined, key: string): Promise<string> {
  const body = { ...message, captcha: captcha ?? null }
  const receipt = await request('POST', '/api/send_contact_message', { body, idempotencyKey: key })
  return receipt.id
}
