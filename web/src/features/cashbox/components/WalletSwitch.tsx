import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import type { Account } from '@/api/types'
import { t } from '@/i18n/messages'
import { currencyName } from '@/i18n/names'
import { cx } from '@/platform/cx'
import { Icon } from '@/ui/Icon'
import { Money } from '@/ui/Money'
import { Spinner } from '@/ui/Spinner'
import { useWalletChoice } from './useWalletChoice'

/** The player's wallets as rows to press: the chosen one pays for bets. Nothing where there is no choice. */
export function WalletSwitch({ accounts, className }: { accounts: Account[]; className?: string }) {
  const { choosing, choose } = useWalletChoice()
  if (accounts.length < 2) return null
  const current = choosing ?? accounts.find(({ active }) => active)?.currency ?? ''
  return (
    <RadioGroup aria-label={t('cashbox.wallets.current')} value={current} onChange={choose} className={className}>
      {accounts.map(({ currency, amount_cents }) => (
        <Radio
          key={currency}
          value={currency}
          className="pressable flex min-h-11 cursor-pointer items-center gap-3 rounded-m px-3 text-sm text-soft hover:bg-hover data-focus-visible:outline-2 data-focus-visible:outline-focus data-selected:bg-accent/8 data-selected:text-text"
        >
          {({ isSelected }) => (
            <>
              <span
                className={cx(
                  'grid h-6 min-w-11 shrink-0 place-items-center rounded-full px-1.5 font-display text-xs font-semibold',
                  isSelected ? 'bg-accent text-on-accent' : 'bg-hover text-soft',
                )}
              >
                {currency}
              </span>
              <span className="min-w-0 flex-1 truncate first-letter:uppercase">{currencyName(currency)}</span>
              <Money amountCents={amount_cents} currency={currency} className="font-semibold text-text" />
              {choosing === currency ? (
                <Spinner size={18} label={t('loading')} />
              ) : (
                <Icon name="check" size={18} className={isSelected ? 'text-accent' : 'invisible'} />
              )}
            </>
          )}
        </Radio>
      ))}
    </RadioGroup>
  )
}
