/** The multiplier doubles in so many milliseconds, as on the server. Multipliers are hundredths. */
export const DOUBLING_MS = 8192

/** The multiplier so many milliseconds after the start of a round, in hundredths, rounded down. */
export function multiplierAt(elapsedMs: number): number {
  return Math.floor(100 * 2 ** (Math.max(0, elapsedMs) / DOUBLING_MS) + 1e-7)
}

/** After how many milliseconds the multiplier has reached so many hundredths. */
export function elapsedAt(hundredths: number): number {
  return Math.max(0, DOUBLING_MS * Math.log2(hundredths / 100))
}

/** Hundredths as a multiple, such as `2.50×`. */
export function timesFormat(locale: string): (hundredths: number) => string {
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return (hundredths) => `${format.format(hundredths / 100)}×`
}

/** What a stake returns at a multiplier, in subunits. */
export function pays(stakeCents: number, hundredths: number): number {
  return Number((BigInt(stakeCents) * BigInt(hundredths)) / 100n)
}

/** How a multiplier of the past is coloured. */
export function toneOf(hundredths: number): 'low' | 'middle' | 'high' {
  if (hundredths < 200) return 'low'
  return hundredths < 1000 ? 'middle' : 'high'
}

/** A number that somebody has typed as a target, in hundredths; undefined when it is none within the limits. */
export function readTarget(text: string, cap: number): number | undefined {
  const plain = text.trim().replace(',', '.')
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(plain)) return undefined
  const hundredths = Math.round(Number(plain) * 100)
  return hundredths > 100 && hundredths <= cap ? hundredths : undefined
}

/** What the picture shows of the way up: the last so many milliseconds at first, then all of it. */
const SPAN_MS = 9_000
/** The height of the picture is at least this multiple. */
const HEIGHT_MIN = 1.6

/** A place in the picture, in shares of its width and height from the lower left. */
export interface Place {
  x: number
  y: number
}

/** Where the balloon stands after so many milliseconds, and the way that has led there. */
export function wayUp(elapsedMs: number, steps = 48): { way: Place[]; span: number; top: number } {
  const span = Math.max(SPAN_MS, elapsedMs * 1.12)
  const top = Math.max(HEIGHT_MIN, 2 ** (elapsedMs / DOUBLING_MS) * 1.16) - 1
  const way = Array.from({ length: steps + 1 }, (_, i): Place => {
    const at = (elapsedMs * i) / steps
    return { x: at / span, y: (2 ** (at / DOUBLING_MS) - 1) / top }
  })
  return { way, span, top: top + 1 }
}
