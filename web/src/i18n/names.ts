import { decimalText, percentText } from '@/platform/decimals'
import { currentLocale } from './messages'

function nameOf(type: 'region' | 'currency', code: string): string {
  try {
    return new Intl.DisplayNames(currentLocale(), { type, fallback: 'code' }).of(code) ?? code
  } catch {
    // Codes of coins have the wrong form for the browser's table.
    return code
  }
}

/** Names of coins, which the browser does not know. */
const COINS: Record<string, string> = {
  BTC: 'Bitcoin',
  BCH: 'Bitcoin Cash',
  ETH: 'Ethereum',
  LTC: 'Litecoin',
  DOG: 'Dogecoin',
  USDT: 'Tether',
}

/** The name of a country (ISO 3166-1) in the player's language. */
export function countryName(code: string): string {
  return nameOf('region', code)
}

/** The name of a currency or coin in the player's language. */
export function currencyName(code: string): string {
  return COINS[code] ?? nameOf('currency', code)
}

/** A moment (RFC 3339) as date and time in the player's zone. */
export function dateTimeText(time: string): string {
  return dateFormat('time', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time))
}

/** A day (`YYYY-MM-DD`) as people write it. */
export function dayText(day: string): string {
  return dateFormat('day', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/** A decimal text from the server (`3.79`) in the player's notation. */
export function numberText(number: string): string {
  return decimalText(number, currentLocale())
}

/** So much of a hundred, from a decimal text such as `96.21`, in the player's notation. */
export function shareText(percent: string): string {
  return percentText(percent, currentLocale())
}

/** A multiple of the stake, such as `2429.2`, as the player's language writes it. */
export function multipleText(multiple: string): string {
  return decimalText(multiple, currentLocale())
}

/** The locale for the component library, which knows Norwegian by its written form only. */
export function kitLocale(): string {
  return currentLocale() === 'no' ? 'nb-NO' : currentLocale()
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Making a format is dear, and lists have a date in each row: one of each `kind` is made for a language. */
function dateFormat(kind: 'time' | 'day', options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${currentLocale()} ${kind}`
  const known = dateFormats.get(key) ?? new Intl.DateTimeFormat(currentLocale(), options)
  dateFormats.set(key, known)
  return known
}
