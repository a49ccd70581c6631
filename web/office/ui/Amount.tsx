import { currentLocale } from '@/i18n/messages'
import { formatMoney } from '@/domain/money'
import { useCurrencies } from '../api/currencies'

/** An amount in its currency, coins as whole coins: staff compares them with what partners tell. */
export function Amount({ cents, currency, className = '' }: { cents: number; currency: string; className?: string }) {
  return <span className={`tabular ${className}`}>{formatMoney(cents, currency, useCurrencies(), currentLocale(), 'whole')}</span>
}
