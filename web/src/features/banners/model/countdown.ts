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

/** A time that is left, in days, hours, minutes and seconds of the language; days only where there are some. */
export function partsOf(ms: number, locale: string): Part[] {
  return UNITS.flatMap(([unit, unitMs, most]) => {
    const count = Math.floor(ms / unitMs) % most
    if (unit === 'day' && ms < DAY_MS) return []
    const format = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'narrow',
      minimumIntegerDigits: unit === 'day' ? 1 : 2,
    })
    return [{ unit, text: format.format(count) }]
  })
}
