/** A point of a chart: its name, and its value in the chart's unit. */
export interface Point {
  label: string
  value: number
}

/** The scale of a chart: its ends, and the values with a line across. */
export interface Scale {
  low: number
  high: number
  lines: number[]
}

const STEPS = [1, 2, 2.5, 5, 10]

/** Lines that a chart has about. */
const LINES = 4

/** A scale in round numbers on which zero and every value have their place. */
export function scaleOf(values: readonly number[]): Scale {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
  const span = most - least || LINES
  const power = 10 ** Math.floor(Math.log10(span / LINES))
  // Whole numbers: what is drawn are cents and counts.
  const step = Math.max(1, (STEPS.find((factor) => factor * power >= span / LINES) ?? 10) * power)
  const [first, last] = [Math.floor(least / step), Math.max(Math.ceil(most / step), Math.floor(least / step) + 1)]
  const lines = Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step)
  return { low: first * step, high: last * step, lines }
}

/** How far up a value stands, from 0 at the lower end to 1. */
export const heightOf = ({ low, high }: Scale, value: number): number => (value - low) / (high - low)

/** The labels that are written below the axis: the first and the last, and some between. */
export function labelled(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, place) => place)
  const step = (count - 1) / (most - 1)
  return Array.from({ length: most }, (_, place) => Math.round(place * step))
}
