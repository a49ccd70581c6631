import type { PaymentTerms } from '@/api/types'
import { t } from './messages'
import { shareText } from './names'

/** Whether it costs nothing, whatever the amount. */
export function isFree({ fixed_cents, basis_points, min_cents }: PaymentTerms): boolean {
  return fixed_cents === 0 && basis_points === 0 && min_cents === 0
}

/** What a way to pay costs, such as `€0.50 + 2.5%, at least €1.00`; `money` writes an amount. */
export function termsText(terms: PaymentTerms, money: (cents: number) => string): string {
  if (isFree(terms)) return t('cashbox.no_fee')
  const { fixed_cents, basis_points, min_cents, max_cents } = terms
  const sum = [fixed_cents > 0 && money(fixed_cents), basis_points > 0 && shareText(String(basis_points / 100))].filter(Boolean).join(' + ')
  const parts = [
    sum,
    min_cents > 0 && t('cashbox.fee_min', { amount: money(min_cents) }),
    max_cents !== null && t('cashbox.fee_max', { amount: money(max_cents) }),
  ]
  return t('cashbox.fee', { percent: parts.filter(Boolean).join(', ') })
}
