import { useQuery } from '@tanstack/react-query'
import { useActiveAccount } from '@/api/session/accounts'
import { currentLocale, t } from '@/i18n/messages'
import { amountFor } from '@/domain/prizeAmounts'
import { Icon } from '@/ui/Icon'
import { useMoneyText } from '@/ui/Money'
import { depositBoxesQuery } from '../api/lootboxes'
import { placeOf, type BoxPlace } from '../model/boxes'

/** Which boxes that are opened at `place` come with a deposit, and with how much; nothing where none does. */
export function DepositBoxes({ place }: { place: BoxPlace }) {
  const { data } = useQuery(depositBoxesQuery(currentLocale()))
  const currency = useActiveAccount()?.currency
  const money = useMoneyText()
  return (
    <ul aria-label={t('lootbox.by_deposit')} className="grid gap-3 empty:hidden sm:grid-cols-2 xl:grid-cols-3">
      {data
        ?.filter((box) => placeOf(box.group_key) === place)
        .map((box) => {
          const least = amountFor(box.deposit_min, currency)
          return (
            least && (
              <li key={box.code} className="flex gap-3 rounded-l border border-line bg-surface p-4 text-sm">
                <Icon name="wallet" size={20} className="shrink-0 text-vip-text" />
                <span className="text-soft">{t('lootbox.with_deposit', { title: box.title, amount: money(least.amount_cents, least.currency) })}</span>
              </li>
            )
          )
        })}
    </ul>
  )
}
