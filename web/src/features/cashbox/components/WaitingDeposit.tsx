import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paymentsQuery } from '@/api/session/payments'
import { t } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'
import { useMoneyText } from '@/ui/Money'

/** Tells who is about to pay in that a deposit waits already; leads to where it is gone on with or canceled. */
export function WaitingDeposit() {
  const money = useMoneyText()
  const waiting = useQuery(paymentsQuery(1)).data?.data.find(({ action, cancelable }) => action === 'deposit' && cancelable)
  if (!waiting) return null
  return (
    <Link
      to="/dashboard"
      search={{ payment: waiting.id } as object}
      className="pressable mb-6 flex items-center gap-3.5 rounded-m border border-warning/40 bg-warning/8 px-4 py-3 hover:border-warning/70"
    >
      <Icon name="clock" size={20} className="shrink-0 text-warning" />
      <span className="min-w-0 flex-1 text-sm">
        <span className="block font-semibold">{t('cashbox.waiting', { amount: money(waiting.amount_cents, waiting.currency) })}</span>
        <span className="block text-xs text-soft">{t('cashbox.waiting_action')}</span>
      </span>
      <Icon name="chevronRight" size={18} className="text-muted" />
    </Link>
  )
}
