/** A currency as `GET /api/info/currencies` describes it. */
export interface CurrencyInfo {
  code: string
  fiat: boolean
  /** How many subunits make one unit: 100 for EUR, 100,000,000 for BTC. */
  subunits_to_unit: number
}

/** The customary small unit of a coin, shown instead of long rows of zeros. */
interface DisplayUnit {
  label: string
  perCoin: number
}

const DISPLAY_UNITS: Record<string, DisplayUnit> = {
  BTC: { label: 'µBTC', perCoin: 1_000_000 },
  ETH: { label: 'mETH', perCoin: 1_000 },
  LTC: { label: 'mLTC', perCoin: 1_000 },
}

/** No amount is shown with more decimals than this, whatever the coin. */
const DECIMALS_MAX = 8

/** Subunits of a currency that is not described: no form is sent before the currencies are known. */
const FALLBACK_SUBUNITS = 100

function decimalsOf(subunitsToUnit: number): number {
  return Math.max(0, Math.round(Math.log10(subunitsToUnit)))
}

/**
 * Writes `whole / divisor` as a decimal text without floating point, rounded towards zero to
 * `decimals` places: a player is never shown more than there is.
 */
function decimalText(whole: bigint, divisor: bigint, decimals: number): string {
  const negative = whole < 0n
  const magnitude = negative ? -whole : whole
  const scaled = (magnitude * 10n ** BigInt(decimals)) / divisor
  const digits = scaled.toString().padStart(decimals + 1, '0')
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return negative && scaled !== 0n ? `-${text}` : text
}

/**
 * An amount of subunits as the player reads it, in the locale's customs: `€12.50`, `1,250 µBTC`.
 * A currency that `currencies` does not describe (they are still on their way) shows no figure:
 * without its scale any figure could be wrong.
 */
export function formatMoney(
  amountCents: number | bigint,
  code: string,
  currencies: readonly CurrencyInfo[],
  locale = 'en',
): string {
  const info = currencies.find((currency) => currency.code === code)
  if (!info) return `… ${code}`
  const subunits = info.subunits_to_unit
  const amount = BigInt(amountCents)
  if (info.fiat) {
    const decimals = Math.min(decimalsOf(subunits), DECIMALS_MAX)
    const text = decimalText(amount, BigInt(subunits), decimals)
    return fiatFormat(locale, code, decimals).format(text as Intl.StringNumericLiteral)
  }
  const unit = DISPLAY_UNITS[code]
  const perUnit = unit ? subunits / unit.perCoin : subunits
  const decimals = perUnit > 1 ? Math.min(decimalsOf(perUnit), DECIMALS_MAX) : 0
  const text = decimalText(amount, BigInt(Math.max(1, Math.round(perUnit))), decimals)
  return `${coinFormat(locale, decimals).format(text as Intl.StringNumericLiteral)}\u00a0${unit?.label ?? code}`
}

/** Decimals a player may type for the currency, and how many subunits the display unit holds. */
export function inputUnit(code: string, currencies: readonly CurrencyInfo[]): { label: string; subunits: number; decimals: number } {
  const info = currencies.find((currency) => currency.code === code)
  const subunits = info?.subunits_to_unit ?? FALLBACK_SUBUNITS
  const unit = info && !info.fiat ? DISPLAY_UNITS[code] : undefined
  const perUnit = unit ? Math.max(1, Math.round(subunits / unit.perCoin)) : subunits
  return { label: unit?.label ?? code, subunits: perUnit, decimals: Math.min(decimalsOf(perUnit), DECIMALS_MAX) }
}

/**
 * Reads what a player typed (`12`, `12.5`, `12,50`) into subunits; null when it is no amount or
 * has more decimals than the unit.
 */
export function parseMoney(text: string, unit: { subunits: number; decimals: number }): number | null {
  const match = /^(\d{1,12})(?:[.,](\d*))?$/.exec(text.trim().replaceAll(/[\s'\u00a0]/g, ''))
  if (!match) return null
  const fraction = match[2] ?? ''
  if (fraction.length > unit.decimals) return null
  const scale = 10n ** BigInt(fraction.length)
  const subunits = (BigInt(`${match[1]}${fraction}`) * BigInt(unit.subunits)) / scale
  return subunits > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(subunits)
}

const formats = new Map<string, Intl.NumberFormat>()

function cached(key: string, make: () => Intl.NumberFormat): Intl.NumberFormat {
  const known = formats.get(key)
  if (known) return known
  const made = make()
  formats.set(key, made)
  return made
}

function fiatFormat(locale: string, code: string, decimals: number): Intl.NumberFormat {
  return cached(
    `${locale}|${code}|${decimals}`,
    () =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: code,
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      }),
  )
}

function coinFormat(locale: string, decimals: number): Intl.NumberFormat {
  return cached(`${locale}|coin|${decimals}`, () => new Intl.NumberFormat(locale, { maximumFractionDigits: decimals }))
}
