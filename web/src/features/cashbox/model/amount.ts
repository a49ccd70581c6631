import type { AmountRange } from '@/api/types'
import { parseMoney } from '@/lib/money'

/** The unit in which amounts are typed: what it is called, its subunits and its decimals. */
export interface InputUnit {
  label: string
  subunits: number
  decimals: number
}

/** Why a typed amount cannot be sent; with the figure (subunits) that stands against it. */
export type AmountProblem =
  | { kind: 'empty' | 'no_amount' }
  | { kind: 'decimals'; decimals: number }
  | { kind: 'min' | 'max' | 'step' | 'available'; cents: number }

export type AmountCheck = { cents: number; problem?: undefined } | { cents: null; problem: AmountProblem }

const refused = (problem: AmountProblem): AmountCheck => ({ cents: null, problem })

/**
 * Reads a typed amount into subunits and holds it against the method's bounds and, for payouts, against
 * what may be paid out (`availableCents`).
 */
export function checkAmount(text: string, unit: InputUnit, range: AmountRange, availableCents: number | null): AmountCheck {
  if (text.trim() === '') return refused({ kind: 'empty' })
  const cents = parseMoney(text, unit)
  if (cents === null) return refused(hasTooManyDecimals(text, unit) ? { kind: 'decimals', decimals: unit.decimals } : { kind: 'no_amount' })
  if (cents < range.min_cents) return refused({ kind: 'min', cents: range.min_cents })
  if (range.max_cents !== null && cents > range.max_cents) return refused({ kind: 'max', cents: range.max_cents })
  if (range.step_cents && cents % range.step_cents !== 0) return refused({ kind: 'step', cents: range.step_cents })
  if (availableCents !== null && cents > availableCents) return refused({ kind: 'available', cents: availableCents })
  return { cents }
}

function hasTooManyDecimals(text: string, unit: InputUnit): boolean {
  const fraction = /^[\d\s'\u00a0]+[.,](\d+)$/.exec(text.trim())?.[1]
  return fraction !== undefined && fraction.length > unit.decimals
}

/** Subunits as they would be typed: `50`, `12.5`, without grouping or currency. */
export function amountText(cents: number, unit: InputUnit): string {
  const whole = BigInt(cents) / BigInt(unit.subunits)
  const rest = BigInt(cents) % BigInt(unit.subunits)
  if (rest === 0n) return whole.toString()
  const fraction = rest.toString().padStart(unit.decimals, '0')
  // Fiat keeps its two places, coins drop what says nothing.
  return `${whole}.${unit.decimals > 2 ? fraction.replace(/0+$/, '') : fraction}`
}

/** Quick amounts in units of a fiat currency, after the method's minimum. */
const QUICK_UNITS = [50, 100, 200, 500]
/** Quick amounts of a coin, as multiples of the method's minimum. */
const QUICK_MULTIPLES = [2, 5, 10, 50]
const QUICK_MAX = 5

/** Amounts (subunits) to choose with one press: the least, then round ones within the bounds. */
export function quickAmounts(range: AmountRange, isFiat: boolean, subunitsToUnit: number): number[] {
  const round = isFiat ? QUICK_UNITS.map((units) => units * subunitsToUnit) : QUICK_MULTIPLES.map((times) => times * range.min_cents)
  const amounts = [range.min_cents, ...round].filter((cents) => isWithin(cents, range))
  return [...new Set(amounts)].sort((a, b) => a - b).slice(0, QUICK_MAX)
}

/** Quick amounts of a payout: the least, half of what there is, and all of it. */
export function payoutAmounts(range: AmountRange, availableCents: number): { least: number; half: number; all: number } | null {
  const step = range.step_cents ?? 1
  const all = floorTo(Math.min(availableCents, range.max_cents ?? availableCents), step)
  if (all < range.min_cents) return null
  return { least: range.min_cents, half: Math.max(range.min_cents, floorTo(Math.floor(all / 2), step)), all }
}

const floorTo = (cents: number, step: number) => cents - (cents % step)

function isWithin(cents: number, range: AmountRange): boolean {
  return cents >= range.min_cents && (range.max_cents === null || cents <= range.max_cents) && cents % (range.step_cents ?? 1) === 0
}

/** What a first deposit starts with, in units of the player's fiat currency. */
const FIRST_DEPOSIT_UNITS = 50

/** The amount (subunits) that stands in the field at the start of a first deposit: 50, or the least of a coin. */
export function firstDeposit(range: AmountRange, isFiat: boolean, subunitsToUnit: number): number {
  const wished = FIRST_DEPOSIT_UNITS * subunitsToUnit
  return isFiat && isWithin(wished, range) ? wished : range.min_cents
}
