import { createContext, use } from 'react'
import { currentLocale } from '@/i18n/messages'
import { cx } from '@/lib/cx'
import { formatMoney, type CurrencyInfo } from '@/lib/money'

/** The house's currencies; the app provides them once. */
export const CurrenciesContext = createContext<readonly CurrencyInfo[]>([])

/** Formats amounts outside of markup, for example inside a text with placeholders. */
export function useMoneyText(): (amountCents: number, currency: string) => string {
  const currencies = use(CurrenciesContext)
  return (amountCents, currency) => formatMoney(amountCents, currency, currencies, currentLocale())
}

interface MoneyProps {
  amountCents: number
  currency: string
  /** Gold is kept for money that was won. */
  won?: boolean
  className?: string
}

/** An amount in its currency; tabular figures, one line. */
export function Money({ amountCents, currency, won = false, className }: MoneyProps) {
  const text = useMoneyText()
  return <span className={cx('tabular font-display', won && 'text-win', className)}>{text(amountCents, currency)}</span>
}
