import { readAmount } from '@/domain/typedAmount'
import type { InputUnit } from '@/domain/money'
import type { SplitPart } from '../../api/types'

/** A part that goes out apart, as it is typed. */
export interface TypedPart {
  text: string
  /** The card or account that it goes to; empty for where the whole would go. */
  profile: string
}

/**
 * The parts of a payout of `whole` subunits, what stays of it first; null while an amount cannot be read, or nothing is left to
 * stay.
 */
export function splitOf(whole: number, typed: readonly TypedPart[], unit: InputUnit, locale: string): SplitPart[] | null {
  const parts: SplitPart[] = []
  for (const { text, profile } of typed) {
    const read = readAmount(text, unit, locale)
    if (!('cents' in read) || read.cents <= 0) return null
    parts.push({ amount_cents: read.cents, profile_id: profile || null })
  }
  const rest = parts.reduce((left, { amount_cents }) => left - amount_cents, whole)
  return parts.length > 0 && rest > 0 ? [{ amount_cents: rest, profile_id: null }, ...parts] : null
}
