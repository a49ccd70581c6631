import { displayUnit } from '../play/money'
import type { Currency } from '../play/types'

/** An amount short enough for a chip: no currency, thousands as k. */
export function shortAmount(cents: number, currency: Currency, locale: string): string {
  const value = cents / displayUnit(currency).subunits
  return new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: value < 10 ? 2 : 1 }).format(value)
}

/** Which chip an amount looks like: the largest one that is not above it. */
export function chipTone(chips: readonly number[], cents: number): number {
  return Math.max(
    0,
    chips.findLastIndex((chip) => chip <= cents),
  )
}
