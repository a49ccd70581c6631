import type { Payment, PaymentMethod } from '@/api/types'

/** The field that says where a payout goes, of methods that have no stored card or account to pay to. */
export type DestinationField = 'address' | 'iban' | 'account'

const FIELDS: Partial<Record<PaymentMethod['type'], DestinationField>> = { crypto: 'address', bank: 'iban', voucher: 'account' }

/** Which field a payment asks for, if any. */
export function destinationOf(action: Payment['action'], method: PaymentMethod): DestinationField | null {
  return action === 'cashout' ? (FIELDS[method.type] ?? null) : null
}

/** What is wrong with a typed destination, as far as the site can tell; the server checks addresses in full. */
export function destinationProblem(field: DestinationField, text: string): 'REQUIRED' | 'INVALID' | 'LT' | null {
  if (text.trim() === '') return 'REQUIRED'
  if (field !== 'iban') return null
  const iban = plainIban(text)
  if (iban.startsWith('LT')) return 'LT'
  return isIban(iban) ? null : 'INVALID'
}

/** An IBAN in capitals and without blanks. */
export function plainIban(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase()
}

/** Whether shape and check digits are right (ISO 13616): the number it stands for leaves 1 when divided by 97. */
function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) return false
  let rest = 0
  for (const letter of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(letter, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
