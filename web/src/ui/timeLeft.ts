const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const UNITS = [
  ['day', DAY_MS, Number.POSITIVE_INFINITY],
  ['hour', HOUR_MS, 24],
  ['minute', MINUTE_MS, 60],
  ['second', SECOND_MS, 60],
] as const

/** A part of a time that is left: `3 d`, `04 h`. */
export interface Part {
  unit: (typeof UNITS)[number][0]
  text: string
}

/**
 * A time that is left, in days, hours, minutes and seconds of the language; days only where there are some, and no
 * seconds then: nobody waits for a second of a day.
 */
export function partsOf(ms: number, locale: string): Part[] {
  return UNITS.flatMap(([unit, unitMs, most]) => {
    const count = Math.floor(ms / unitMs) % most
    if (unit === (ms < DAY_MS ? 'day' : 'second')) return []
    return [{ unit, text: formatOf(unit, locale).format(count) }]
  })
}

const formats = new Map<string, Intl.NumberFormat>()

/** Making a format is dear, and a countdown needs some every second: one of each is made for a language. */
function formatOf(unit: Part['unit'], locale: string): Intl.NumberFormat {
  const key = `${locale} ${unit}`
  const known = formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow', minimumIntegerDigits: unit === 'day' ? 1 : 2 })
  formats.set(key, known)
  return known
}

/** When something begins and is over (RFC 3339). */
export interface Timer {
  start_at: string
  end_at: string
}

/** Milliseconds until a countdown ends; null before it begins and once it is over. */
export function msLeft({ start_at, end_at }: Timer, now: number): number | null {
  const left = Date.parse(end_at) - now
  return now < Date.parse(start_at) || left <= 0 ? null : left
}
