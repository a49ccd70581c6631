import type { AdventureDay } from '@/api/types'

/** What a day asks for: the amount of the player's currency, else that of euros; undefined of the record for all days. */
export function askedOf({ condition: { minDep } }: AdventureDay, currency: string | undefined): { amountCents: number; currency: string } | undefined {
  const known = [currency, 'EUR'].find((code) => code !== undefined && Object.hasOwn(minDep, code))
  const amountCents = known === undefined ? undefined : minDep[known]
  return known === undefined || amountCents === undefined ? undefined : { amountCents, currency: known }
}

/** How much of what the day asks for is paid in, in percent; undefined when it is asked for in another currency. */
export function percentOf(day: AdventureDay, currency: string | undefined): number | undefined {
  const asked = askedOf(day, currency)
  if (!asked || asked.currency !== currency) return undefined
  return Math.min(100, Math.floor(((day.deposited[asked.currency] ?? 0) * 100) / asked.amountCents))
}

/** A Monday. */
const MONDAY_MS = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** The short name of a day of the week, from 1 (Monday) to 7, in a language. */
export function weekdayText(weekday: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(MONDAY_MS + (weekday - 1) * DAY_MS)
}

/** The day and the month, as the language writes them. */
export function dateText({ day, month }: AdventureDay, locale: string): string {
  // A leap year has every date.
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, month - 1, day))
}

/** How many days of the calendar are completed. */
export function completedCount(days: readonly AdventureDay[]): number {
  return days.filter(({ state }) => state === 'completed').length
}
