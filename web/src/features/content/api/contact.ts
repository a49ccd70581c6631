import { request } from '@/api/client'

/** What a visitor writes to support. */
export interface ContactMessage {
  email: string
  name: string
  subject: string
  message: string
}

/**
 * Hands a message to support; answers its number. The server asks for a `captcha` from the third message of an hour
 * on; `key` is one for each message, however often it is sent.
 */
export async function sendContactMessage(message: ContactMessage, captcha: string | undefined, key: string): Promise<string> {
  const body = { ...message, ...(captcha !== undefined && { captcha }) }
  const receipt = await request<{ id: string }>('POST', '/api/send_contact_message', { body, idempotencyKey: key })
  return receipt.id
}
