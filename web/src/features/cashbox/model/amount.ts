import type { AmountRange } from '@/api/types'
import type { InputUnit } from '@/domain/money'
import { readAmount } from '@/domain/typedAmount'

/** Why a typed amount cannot be sent; with the figure (subunits) that stands against it. */
export type AmountProblem =
  { kind: 'empty' | 'no_amount' | 'ambiguous' } | { kind: 'decimals'; decimals: number } | { kind: 'min' | 'max' | 'step' | 'available'; cents: number }

export type AmountCheck = { cents: number; problem?: undefined } | { cents: null; problem: AmountProblem }

const refused = (problem: AmountProblem): AmountCheck => ({ cents: null, problem })

/**
 * Reads an amount, typed as `locale` writes numbers, into subunits and holds it against the method's bounds and, for
 * payouts, against what may be paid out (`availableCents`).
 */
export function checkAmount(text: string, unit: InputUnit, range: AmountRange, availableCents: number | null, locale: string): AmountCheck {
  if (text.trim() === '') return refused({ kind: 'empty' })
  const typed = readAmount(text, unit, locale)
  if ('problem' in typed) return refused(typed.problem === 'decimals' ? { kind: 'decimals', decimals: unit.decimals } : { kind: typed.problem })
  const { cents } = typed
  if (cents < range.min_cents) return refused({ kind: 'min', cents: range.min_cents })
  if (range.max_cents !== null && cents > range.max_cents) return refused({ kind: 'max', cents: range.max_cents })
  if (range.step_cents && cents % range.step_cents !== 0) return refused({ kind: 'step', cents: range.step_cents })
  if (availableCents !== null && cents > availableCents) return refused({ kind: 'available', cents: availableCents })
  return { cents }
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
