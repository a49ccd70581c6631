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

/** Which unit amounts of coins are written in: the customary small one, or the coin itself. */
export type CoinUnit = 'small' | 'whole'

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
  coinUnit: CoinUnit = 'small',
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
  const unit = coinUnit === 'small' ? DISPLAY_UNITS[code] : undefined
  const perUnit = unit ? subunits / unit.perCoin : subunits
  const decimals = perUnit > 1 ? Math.min(decimalsOf(perUnit), DECIMALS_MAX) : 0
  const text = decimalText(amount, BigInt(Math.max(1, Math.round(perUnit))), decimals)
  return `${coinFormat(locale, decimals).format(text as Intl.StringNumericLiteral)}\u00a0${unit?.label ?? code}`
}

/** A unit in which an amount can be typed: what it is called, its subunits and its decimals. */
export interface InputUnit {
  label: string
  subunits: number
  decimals: number
}

/**
 * The units in which amounts of a currency can be typed. The first is the whole unit, as everybody else writes amounts;
 * a coin that is shown in a small unit can be typed in that one too.
 */
export function inputUnits(code: string, currencies: readonly CurrencyInfo[]): [InputUnit, ...InputUnit[]] {
  const info = currencies.find((currency) => currency.code === code)
  const subunits = info?.subunits_to_unit ?? FALLBACK_SUBUNITS
  const unitOf = (label: string, perUnit: number): InputUnit => ({ label, subunits: perUnit, decimals: Math.min(decimalsOf(perUnit), DECIMALS_MAX) })
  const small = info && !info.fiat ? DISPLAY_UNITS[code] : undefined
  const whole = unitOf(code, subunits)
  return small ? [whole, unitOf(small.label, Math.max(1, Math.round(subunits / small.perCoin)))] : [whole]
}

/**
 * What an amount of a coin is worth in `fiat`, in its subunits and rounded down, by the rate of one coin as decimal text;
 * null without a rate. For reading only: no money moves by it.
 */
export function worthOf(amountCents: number, coin: CurrencyInfo, fiat: CurrencyInfo, rate: string | undefined): number | null {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(rate ?? '')
  if (!match) return null
  const fraction = match[2] ?? ''
  const worth = BigInt(amountCents) * BigInt(`${match[1]}${fraction}`) * BigInt(fiat.subunits_to_unit)
  return Number(worth / (BigInt(coin.subunits_to_unit) * 10n ** BigInt(fraction.length)))
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
  return cached(`${locale}|${code}|${decimals}`, () => {
    const options = { style: 'currency', currency: code, minimumFractionDigits: decimals, maximumFractionDigits: decimals } as const
    const narrow = new Intl.NumberFormat(locale, { ...options, currencyDisplay: 'narrowSymbol' })
    const symbol = narrow.formatToParts(0).find(({ type }) => type === 'currency')?.value
    // Many countries have dollars: only the one that the locale means by "$" goes without a name.
    return symbol === '$' ? new Intl.NumberFormat(locale, { ...options, currencyDisplay: 'symbol' }) : narrow
  })
}

function coinFormat(locale: string, decimals: number): Intl.NumberFormat {
  return cached(`${locale}|coin|${decimals}`, () => new Intl.NumberFormat(locale, { maximumFractionDigits: decimals }))
}
