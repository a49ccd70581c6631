import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import type { AmountRange, PaymentMethod } from '@/api/types'
import { t } from '@/i18n/messages'
import { shareText } from '@/i18n/names'
import { useMoneyText } from '@/ui/Money'
import { PaymentMark } from '@/ui/PaymentLogo'
import { PICK } from './pickStyle'

interface MethodPickerProps {
  methods: PaymentMethod[]
  action: 'deposit' | 'cashout'
  value: string
  onChange: (id: string) => void
}

/** The bounds of a method for the way the money goes. */
export function rangeOf(method: PaymentMethod, action: 'deposit' | 'cashout'): AmountRange {
  return action === 'deposit' ? method.deposit : method.withdrawal
}

/** Ways to pay as cards; limits, fee and time are read before anything is typed. */
export function MethodPicker({ methods, action, value, onChange }: MethodPickerProps) {
  const money = useMoneyText()
  const limits = ({ min_cents, max_cents }: AmountRange, currency: string) =>
    max_cents === null
      ? t('cashbox.from', { min: money(min_cents, currency) })
      : t('cashbox.between', { min: money(min_cents, currency), max: money(max_cents, currency) })
  return (
    <RadioGroup aria-label={t('cashbox.method')} value={value} onChange={onChange} className="space-y-2">
      {methods.map((method) => (
        <Radio key={method.id} value={method.id} className={PICK}>
          <span className="grid size-11 shrink-0 place-items-center rounded-s border border-line bg-surface">
            <PaymentMark brand={method.brand} />
          </span>
          <span className="min-w-0 flex-1">
            <span className="block font-semibold text-text">
              {method.title}
              {method.network && <span className="ml-2 text-xs font-medium text-muted">{t('cashbox.network', { network: method.network })}</span>}
            </span>
            <span className="block text-xs text-soft">{limits(rangeOf(method, action), method.currency)}</span>
          </span>
          <span className="shrink-0 text-right text-xs">
            <span className="block font-medium text-accent">{method.fee === 0 ? t('cashbox.no_fee') : t('cashbox.fee', { percent: shareText(String(method.fee)) })}</span>
            <span className="block text-soft">{method.processingTime === 'instant' ? t('payments.instant') : method.processingTime}</span>
          </span>
        </Radio>
      ))}
    </RadioGroup>
  )
}
