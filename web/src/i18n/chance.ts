import { currentLocale } from './messages'

/**
 * How likely something is that has `weight` of `total`, in percent with two digits after the point. What can happen is never
 * written as 0 %, and what can fail to never as 100 %: then as many digits follow as it takes.
 */
export function chanceText(weight: number, total: number): string {
  const format = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(currentLocale(), { style: 'percent', ...options })
  const chance = weight / total
  const isRounded = (weight > 0 && chance < 0.00005) || (weight < total && chance > 0.99995)
  if (!isRounded) return format({ maximumFractionDigits: 2 }).format(chance)
  // Digits after the point down to the first two that tell it from 0 or 100.
  const digits = Math.ceil(-Math.log10(Math.min(chance, 1 - chance))) - 1
  return format({ maximumFractionDigits: digits }).format(chance)
}
