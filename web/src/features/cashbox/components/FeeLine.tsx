import { t } from '@/i18n/messages'
import { useMoneyText } from '@/ui/Money'

interface FeeLineProps {
  action: 'deposit' | 'cashout'
  currency: string
  /** Subunits; null while no amount can be read. */
  amountCents: number | null
  feeCents: number | null
}

/** What the typed amount costs, and what is left of it; nothing where it is free. */
export function FeeLine({ action, currency, amountCents, feeCents }: FeeLineProps) {
  const money = useMoneyText()
  if (amountCents === null || !feeCents) return null
  const left = money(Math.max(0, amountCents - feeCents), currency)
  return (
    <p role="status" className="flex flex-wrap items-center justify-between gap-x-4 rounded-m border border-line bg-page/50 px-4 py-3 text-sm text-soft">
      <span>{t('cashbox.fee_line', { fee: money(feeCents, currency) })}</span>
      <span className="font-semibold text-text">{t(action === 'deposit' ? 'cashbox.fee_credited' : 'cashbox.fee_paid_out', { amount: left })}</span>
    </p>
  )
}
