import { inputUnits } from '../../src/domain/money'
import type { Currency } from './types'

/** Formats amounts in subunits for reading. */
export type MoneyFormat = (cents: number) => string

/** The unit amounts of a currency are shown in. */
export interface DisplayUnit {
  /** Subunits in it. */
  subunits: number
  decimals: number
  name: string
}

/** The unit of a currency; for coins of great worth the small one in which the site shows them too. */
export function displayUnit(currency: Currency): DisplayUnit {
  const units = inputUnits(currency.code, [currency])
  const { label, subunits, decimals } = units.at(-1) ?? units[0]
  return { subunits, decimals, name: label }
}

/**
 * A formatter for amounts of a currency in the given locale. Fiat money is
 * written the way `Intl` knows it, with as many decimals as the currency has
 * subunits; coins are written as in the site's header: a number and their unit,
 * without decimals where there are none.
 */
export function moneyFormat(currency: Currency, locale: string): MoneyFormat {
  const { subunits, decimals, name } = displayUnit(currency)
  if (currency.fiat) {
    const format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: currency.code,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    return (cents) => format.format(cents / subunits)
  }
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: decimals })
  return (cents) => `${format.format(cents / subunits)}\u00a0${name}`
}

/** Amounts exact and bare, for a picture that has room for little: no currency, no decimals where there are none. */
export function bareFormat(currency: Currency, locale: string): MoneyFormat {
  const { subunits, decimals } = displayUnit(currency)
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: Math.min(2, decimals),
    maximumFractionDigits: decimals,
    trailingZeroDisplay: 'stripIfInteger',
  })
  return (cents) => format.format(cents / subunits)
}
