import { formatMoney } from '@/domain/money'

/** How a language writes amounts. The server reads the same shape (`server/src/site/amounts.rs`). */
export interface MoneyForm {
  /** Between groups of three digits, from numbers of so many digits before the point. */
  group: string
  grouped_from: number
  decimal: string
  /** What stands before the figures and after them, by currency. */
  currencies: Record<string, [before: string, after: string]>
}

const SUBUNITS = 100
const MILLIONS = 123_456_789
const SHOWN_MILLIONS = /^(?<before>\D*)1(?<group>\D+)234\k<group>567(?<decimal>\D)89(?<after>\D*)$/
/** Some languages begin to group one digit later. */
const THOUSANDS = 123_456
const GROUPED_FROM = 4

/** How `locale` writes amounts of every currency of the world, seen from what the site makes of one. */
export function moneyForm(locale: string): MoneyForm {
  const written = (cents: number, code: string) => formatMoney(cents, code, [{ code, fiat: true, subunits_to_unit: SUBUNITS }], locale)
  const seen = Intl.supportedValuesOf('currency').map((code) => {
    const text = written(MILLIONS, code)
    const parts = SHOWN_MILLIONS.exec(text)?.groups
    if (!parts) throw new Error(`${locale} writes an amount of ${code} as ${text}`)
    const { before = '', group = '', decimal = '', after = '' } = parts
    return { code, before, group, decimal, after }
  })
  // Another notation for some currency alone would be written wrong.
  const { group, decimal } = seen.find(({ code }) => code === 'EUR')!
  const alike = seen.filter((other) => other.group === group && other.decimal === decimal)
  const isGroupedAtOnce = written(THOUSANDS, 'EUR').includes(`1${group}234`)
  return {
    group,
    grouped_from: isGroupedAtOnce ? GROUPED_FROM : GROUPED_FROM + 1,
    decimal,
    currencies: Object.fromEntries(alike.map(({ code, before, after }) => [code, [before, after]])),
  }
}
