import type { Currency } from './types'

/** Formats amounts in subunits for reading. */
export type MoneyFormat = (cents: number) => string

/** Coins whose unit is too large for a stake: shown in millionths, as µBTC. */
const MICRO_COINS: ReadonlySet<string> = new Set(['BTC', 'ETH'])
const MICRO = 1_000_000

/** The unit amounts of a currency are shown in. */
export interface DisplayUnit {
  /** Subunits in it. */
  subunits: number
  decimals: number
  name: string
}

/** The unit of a currency, or a millionth of it for coins of great worth. */
export function displayUnit(currency: Currency): DisplayUnit {
  const { code, fiat, subunits_to_unit: whole } = currency
  const micro = !fiat && MICRO_COINS.has(code) && whole >= MICRO
  const subunits = micro ? whole / MICRO : whole
  return { subunits, decimals: Math.round(Math.log10(subunits)), name: micro ? `µ${code}` : code }
}

/**
 * A formatter for amounts of a currency in the given locale. Fiat money is
 * written the way `Intl` knows it, with as many decimals as the currency has
 * subunits; coins are written as a number and their unit.
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
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: Math.min(2, decimals),
    maximumFractionDigits: decimals,
  })
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
