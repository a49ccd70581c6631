import { checkField, todayOf, type Rule } from '@/domain/player/rules'
import type { ContactMessage } from '../api/contact'

/** The longest texts, in characters, as the server takes them. */
const MAX: Record<keyof ContactMessage, number> = { email: 254, name: 60, subject: 120, message: 4000 }

/** How a message breaks the rules, field by field; empty when it is in order. The server repeats these checks. */
export function brokenRules(message: ContactMessage): Partial<Record<keyof ContactMessage, Rule>> {
  const broken: Partial<Record<keyof ContactMessage, Rule>> = {}
  for (const field of ['email', 'name', 'subject', 'message'] as const) {
    const text = message[field].trim()
    if (text === '') broken[field] = 'REQUIRED'
    else if (Array.from(text).length > MAX[field]) broken[field] = 'TOO_LONG'
  }
  const email = checkField('email', true, message.email, { country: '', today: todayOf(Date.now()) })
  return email ? { ...broken, email } : broken
}
