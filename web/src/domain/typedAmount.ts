/** How a locale writes numbers: what stands between groups of three digits, and before decimals. */
interface Separators {
  group: string
  decimal: string
}

/** A number as it was read: its digits, and how many of them are decimals. */
interface Reading {
  digits: string
  decimals: number
}

/** What a typed text says: subunits, or why it cannot be told. */
export type TypedAmount = { cents: number } | { problem: 'no_amount' | 'ambiguous' | 'decimals' }

/** More digits than this before the decimals are no amount of money. */
const WHOLE_DIGITS_MAX = 12

const known = new Map<string, Separators>()

function separatorsOf(locale: string): Separators {
  const kept = known.get(locale)
  if (kept) return kept
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always', minimumFractionDigits: 1 }).formatToParts(1_234_567.5)
  const find = (type: string) => normal(parts.find((part) => part.type === type)?.value ?? '')
  const separators = { group: find('group'), decimal: find('decimal') }
  known.set(locale, separators)
  return separators
}

/** Every space, such as narrow ones that do not break, as a plain one; every apostrophe as a straight one; marks of direction left out. */
function normal(text: string): string {
  return text
    .replaceAll(/[\u200e\u200f\u061c\u2066-\u2069]/g, '')
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .trim()
}

/** Reads `text` by one custom. Groups may also be parted by spaces or apostrophes, which nobody writes before decimals. */
function read(text: string, { group, decimal }: Separators): Reading | null {
  const at = decimal === '' ? -1 : text.indexOf(decimal)
  const whole = at < 0 ? text : text.slice(0, at)
  const fraction = at < 0 ? '' : text.slice(at + decimal.length)
  const digits = wholeDigits(whole, group)
  if (digits === null || digits.length > WHOLE_DIGITS_MAX || !/^\d*$/.test(fraction)) return null
  return { digits: digits + fraction, decimals: fraction.length }
}

function wholeDigits(text: string, group: string): string | null {
  if (/^\d+$/.test(text)) return text
  for (const separator of new Set([group, ' ', "'"])) {
    const parts = separator === '' ? [] : text.split(separator)
    const [first = '', ...rest] = parts
    if (rest.length > 0 && /^[1-9]\d{0,2}$/.test(first) && rest.every((part) => /^\d{3}$/.test(part))) return parts.join('')
  }
  return null
}

const POINT: Separators = { group: ',', decimal: '.' }
const COMMA: Separators = { group: '.', decimal: ',' }

function readingOf(text: string, locale: string): Reading | 'no_amount' | 'ambiguous' {
  const own = read(text, separatorsOf(locale))
  if (own) return own
  // The keyboard of a phone may have the other separator only. It counts where the text can be read in one way.
  const [first, ...others] = [POINT, COMMA].map((custom) => read(text, custom)).filter((reading) => reading !== null)
  if (!first) return 'no_amount'
  const isOne = others.every((other) => other.digits === first.digits && other.decimals === first.decimals)
  return isOne ? first : 'ambiguous'
}

/**
 * Reads what a player typed as the locale writes numbers: `1,000` is a thousand in English and one in German. A text that
 * can be read in two ways is refused, never guessed. `unit` is what one typed stands for.
 */
export function readAmount(text: string, unit: { subunits: number; decimals: number }, locale: string): TypedAmount {
  const reading = readingOf(normal(text), locale)
  if (typeof reading === 'string') return { problem: reading }
  if (reading.decimals > unit.decimals) return { problem: 'decimals' }
  const cents = (BigInt(reading.digits) * BigInt(unit.subunits)) / 10n ** BigInt(reading.decimals)
  return cents > BigInt(Number.MAX_SAFE_INTEGER) ? { problem: 'no_amount' } : { cents: Number(cents) }
}

/** Subunits as they are typed in the locale: `50`, `12,50`, without grouping or currency. Coins drop decimals that say nothing. */
export function typedText(cents: number, unit: { subunits: number; decimals: number }, locale: string): string {
  const whole = BigInt(cents) / BigInt(unit.subunits)
  const rest = BigInt(cents) % BigInt(unit.subunits)
  if (rest === 0n) return whole.toString()
  const fraction = rest.toString().padStart(unit.decimals, '0')
  return `${whole}${separatorsOf(locale).decimal}${unit.decimals > 2 ? fraction.replace(/0+$/, '') : fraction}`
}

/** A typed text in another unit of the same money; one that says no amount stays as it is. */
export function retypedText(text: string, from: { subunits: number; decimals: number }, to: { subunits: number; decimals: number }, locale: string): string {
  const typed = readAmount(text, from, locale)
  return 'cents' in typed ? typedText(typed.cents, to, locale) : text
}

/** Whether a text can be read in one way only wherever one comes from: digits, with decimals that cannot be taken for a group. */
export function isPlain(text: string, locale: string): boolean {
  const [whole = '', fraction, ...others] = text.trim().split(separatorsOf(locale).decimal)
  return /^\d+$/.test(whole) && others.length === 0 && (fraction === undefined || (/^\d+$/.test(fraction) && (fraction.length !== 3 || whole === '0')))
}

/** A number with groups and as many decimals as the unit has, as the locale writes it: an example of what can be typed. */
export function exampleText(decimals: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { useGrouping: 'always', minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return format.format(decimals === 0 ? 1_250 : 1_250.5)
}
