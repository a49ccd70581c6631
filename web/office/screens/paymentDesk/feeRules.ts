import { readAmount } from '@/domain/typedAmount'
import type { InputUnit } from '@/domain/money'
import type { FeeBody } from '../../api/types'

/** What a fee is, as it is typed; empty fields are nothing, and no upper bound. */
export interface TypedFee {
  fixed: string
  percent: string
  min: string
  max: string
  hours: string
}

/** A share of a hundred with at most two decimals, in hundredths of a percent. */
const PERCENT = /^(\d{1,3})(?:[.,](\d{1,2}))?$/

const HOURS = /^\d{1,3}$/

/** The terms that are typed, amounts in `unit`; null while one of the fields cannot be read. */
export function termsOf({ fixed, percent, min, max, hours }: TypedFee, unit: InputUnit, locale: string): FeeBody['terms'] | null {
  const amount = (text: string): number | null => {
    if (text.trim() === '') return 0
    const read = readAmount(text, unit, locale)
    return 'cents' in read ? read.cents : null
  }
  const share = percent.trim() === '' ? ['', '0', ''] : PERCENT.exec(percent.trim())
  const [fixed_cents, min_cents, most] = [amount(fixed), amount(min), amount(max)]
  if (fixed_cents === null || min_cents === null || most === null || !share) return null
  if (hours.trim() !== '' && !HOURS.test(hours.trim())) return null
  const basis_points = Number(share[1]) * 100 + Number((share[2] ?? '').padEnd(2, '0'))
  return { fixed_cents, basis_points, min_cents, max_cents: max.trim() === '' ? null : most, hours: Number(hours) }
}
