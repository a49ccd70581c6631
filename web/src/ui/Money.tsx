import { createContext, use } from 'react'
import { currentLocale } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { formatMoney, type CoinUnit, type CurrencyInfo } from '@/domain/money'

/** The operator's currencies; the app provides them once. */
export const CurrenciesContext = createContext<readonly CurrencyInfo[]>([])

/** The unit in which coins are written here. `ChosenCoinUnit` lets the player choose it. */
export const CoinUnitContext = createContext<CoinUnit>('small')

/** Formats amounts outside of markup, for example inside a text with placeholders. */
export function useMoneyText(): (amountCents: number, currency: string) => string {
  const currencies = use(CurrenciesContext)
  const coinUnit = use(CoinUnitContext)
  return (amountCents, currency) => formatMoney(amountCents, currency, currencies, currentLocale(), coinUnit)
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
  // Without its currency no figure can be told yet.
  if (!use(CurrenciesContext).some(({ code }) => code === currency)) {
    return <span aria-hidden="true" className={cx('inline-block h-[0.9em] w-16 max-w-full animate-pulse rounded-s bg-hover align-middle', className)} />
  }
  return <span className={cx('tabular font-display', won && 'text-win', className)}>{text(amountCents, currency)}</span>
}
