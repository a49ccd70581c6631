import type { Currency } from './types'

/** Formats amounts in subunits for reading. */
export type MoneyFormat = (cents: number) => string

/** Coins whose unit is too large for a stake: shown in millionths, as µBTC. */
const MICRO_COINS: ReadonlySet<string> = new Set(['BTC', 'ETH'])
const MICRO = 1_000_000

/**
 * A formatter for amounts of a currency in the given locale. Fiat money is
 * written the way `Intl` knows it, with as many decimals as the currency has
 * subunits; coins are written as a number and their code.
 */
export function moneyFormat(currency: Currency, locale: string): MoneyFormat {
  const decimals = Math.round(Math.log10(currency.subunits_to_unit))
  if (currency.fiat) {
    const format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: currency.code,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    return (cents) => format.format(cents / currency.subunits_to_unit)
  }
  const micro = MICRO_COINS.has(currency.code) && currency.subunits_to_unit >= MICRO
  const subunits = micro ? currency.subunits_to_unit / MICRO : currency.subunits_to_unit
  const unit = micro ? `µ${currency.code}` : currency.code
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: Math.min(2, micro ? decimals - 6 : decimals),
    maximumFractionDigits: micro ? decimals - 6 : decimals,
  })
  return (cents) => `${format.format(cents / subunits)}\u00a0${unit}`
}
