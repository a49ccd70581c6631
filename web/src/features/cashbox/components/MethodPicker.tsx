import { useState } from 'react'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import type { AmountRange, PaymentMethod } from '@/api/types'
import { t } from '@/i18n/messages'
import { methodName } from '@/i18n/paymentMethods'
import { termsText } from '@/i18n/paymentFee'
import { hoursText, processingTimeText } from '@/i18n/processingTime'
import { Button } from '@/ui/Button'
import { useMoneyText } from '@/ui/Money'
import { PaymentMark } from '@/ui/PaymentLogo'
import { CHOICE_CARD } from '@/ui/choiceCard'
import { termsOf } from '../model/terms'

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

/** As many ways to pay are shown at first; of one more than that, all are. */
const SHOWN_FIRST = 5

/** Ways to pay as cards; limits, fee and time are read before anything is typed. Long lists open on demand. */
export function MethodPicker({ methods, action, value, onChange }: MethodPickerProps) {
  const money = useMoneyText()
  const [isOpen, setIsOpen] = useState(methods.length <= SHOWN_FIRST + 1)
  const shown = isOpen ? methods : methods.filter(({ id }, index) => index < SHOWN_FIRST || id === value)
  const limits = ({ min_cents, max_cents }: AmountRange, currency: string) =>
    max_cents === null
      ? t('cashbox.from', { min: money(min_cents, currency) })
      : t('cashbox.between', { min: money(min_cents, currency), max: money(max_cents, currency) })
  return (
    <RadioGroup aria-label={t('cashbox.method')} value={value} onChange={onChange} className="space-y-2">
      {shown.map((method) => (
        <Radio key={method.id} value={method.id} className={CHOICE_CARD}>
          <span className="grid size-11 shrink-0 place-items-center rounded-s border border-line bg-surface">
            <PaymentMark brand={method.brand} />
          </span>
          <span className="min-w-0 flex-1">
            <span className="block font-semibold text-text">
              {methodName(method)}
              {method.network && <span className="ml-2 text-xs font-medium text-muted">{t('cashbox.network', { network: method.network })}</span>}
            </span>
            <span className="block text-xs text-soft">{limits(rangeOf(method, action), method.currency)}</span>
          </span>
          <span className="max-w-[42%] shrink-0 text-right text-xs">
            <span className="block font-medium text-accent">{termsText(termsOf(method, action), (cents) => money(cents, method.currency))}</span>
            {/* Without a time that staff has set it is known of deposits alone: payouts are looked at first. */}
            {action === 'deposit' && <span className="block text-soft">{processingTimeText(method.processingTime)}</span>}
            {action === 'cashout' && method.withdrawalTerms.hours > 0 && <span className="block text-soft">{hoursText(method.withdrawalTerms.hours)}</span>}
          </span>
        </Radio>
      ))}
      {!isOpen && (
        <Button variant="ghost" wide onPress={() => setIsOpen(true)}>
          {t('cashbox.all_methods', { count: methods.length })}
        </Button>
      )}
    </RadioGroup>
  )
}
