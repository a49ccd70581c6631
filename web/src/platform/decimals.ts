const formats = new Map<string, Intl.NumberFormat>()

/** Making a format is dear and there is one on every tile, so each is made once. */
function format(number: string, locale: string, unit: 'percent' | undefined): string {
  const decimals = (number.split('.')[1] ?? '').length
  const key = `${locale} ${decimals} ${unit}`
  const made =
    formats.get(key) ??
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      ...(unit && { style: 'unit', unit }),
    })
  formats.set(key, made)
  return made.format(number as Intl.StringNumericLiteral)
}

/** A decimal text such as `3.79` the way the locale writes it, with all of its decimals: `3,79`. */
export function decimalText(number: string, locale: string): string {
  return format(number, locale, undefined)
}

/** A decimal text such as `96.21` as so much of a hundred, with all of its decimals: `96.21%`, `96,21 %`. */
export function percentText(number: string, locale: string): string {
  return format(number, locale, 'percent')
}
