import type { Tournament } from '@/api/types'
import { t } from '@/i18n/messages'
import { Money, useMoneyText } from '@/ui/Money'

interface PrizeMoneyProps {
  tournament: Pick<Tournament, 'currency' | 'display_currency'>
  /** In the tournament's currency. */
  amountCents: number
  /** In the currency that the visitor is shown; nothing where that is the tournament's, or no rate leads there. */
  ownCents: number | null | undefined
  className?: string
}

/** Money of a tournament, and about what it is worth in the visitor's currency. */
export function PrizeMoney({ tournament: { currency, display_currency: shown }, amountCents, ownCents, className }: PrizeMoneyProps) {
  const moneyText = useMoneyText()
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <Money amountCents={amountCents} currency={currency} {...(className !== undefined && { className })} />
      {shown && typeof ownCents === 'number' && (
        <span className="tabular font-sans text-xs font-normal whitespace-nowrap text-muted">
          {t('tournaments.about', { amount: moneyText(ownCents, shown) })}
        </span>
      )}
    </span>
  )
}
