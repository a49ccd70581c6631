import { t } from '@/i18n/messages'
import { methodName } from '@/i18n/paymentMethods'
import { useMoneyText } from '@/ui/Money'
import { Alert } from '@/ui/Alert'
import type { ReturnWay } from '../model/returnOrder'
import { profileName } from './ProfilePicker'

/** Where a payout has to go first, and how much each way takes; nothing where money may go anywhere. */
export function ReturnOrder({ ways, currency }: { ways: readonly ReturnWay[]; currency: string }) {
  const money = useMoneyText()
  if (ways.length === 0) return null
  return (
    <Alert>
      {t('cashbox.return_first')}
      <ul className="mt-1 list-disc pl-5">
        {ways.map(({ method, profile, cents }) => (
          <li key={profile?.id ?? method.id}>
            {t('cashbox.return_way', { way: profile ? profileName(profile) : methodName(method), amount: money(cents, currency) })}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
