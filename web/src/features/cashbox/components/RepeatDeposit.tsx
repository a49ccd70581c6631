import { Link } from '@tanstack/react-router'
import { t } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'
import { useMoneyText } from '@/ui/Money'
import { profileName } from './ProfilePicker'
import { useFastDeposit } from './useFastDeposit'

/** Leads who has paid in by a kept card or account to the deposit that one press repeats. */
export function RepeatDeposit({ currency }: { currency: string }) {
  const money = useMoneyText()
  const { deposit } = useFastDeposit(currency)
  if (!deposit?.isAgain) return null
  return (
    <Link
      to="/deposit-fast"
      replace
      className="pressable mb-6 flex items-center gap-3.5 rounded-m border border-line bg-raised px-4 py-3 hover:border-line-strong"
    >
      <Icon name="refresh" size={20} className="shrink-0 text-info" />
      <span className="min-w-0 flex-1 text-sm">
        <span className="block font-semibold">{t('cashbox.fast.repeat', { amount: money(deposit.cents, currency) })}</span>
        <span className="block truncate text-xs text-soft">{profileName(deposit.profile)}</span>
      </span>
      <Icon name="chevronRight" size={18} className="text-muted" />
    </Link>
  )
}
