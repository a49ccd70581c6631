import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCurrencies, walletCurrenciesQuery } from '@/api/info/reference'
import { accountsQuery } from '@/api/session/accounts'
import { useShownAccounts } from '@/api/session/shownAccounts'
import type { Account, Currency } from '@/api/types'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { currencyName } from '@/i18n/names'
import { cx } from '@/platform/cx'
import { FailedState } from '@/ui/FailedState'
import { FormProblem } from '@/ui/FormProblem'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import { Money } from '@/ui/Money'
import { Skeleton } from '@/ui/Skeleton'
import { Spinner } from '@/ui/Spinner'
import { toastError } from '@/ui/toastError'
import { closeWallet } from '../api/openWallet'
import { useWalletChoice } from './useWalletChoice'

interface Row {
  currency: Currency
  account: Account | undefined
}

/** All wallets, fiat and crypto apart, and those that could be opened. The active one pays for bets. */
export function WalletList({ onChosen }: { onChosen?: () => void }) {
  const accounts = useShownAccounts()
  const { isError, refetch } = useQuery(accountsQuery)
  const currencies = useCurrencies()
  const { data: openable } = useQuery(walletCurrenciesQuery)
  /** Why the last choice was refused. */
  const [problem, setProblem] = useState<string>()
  const { choosing, choose } = useWalletChoice(onChosen, setProblem)
  const press = ({ currency, account }: Row) => {
    setProblem(undefined)
    if (account?.active) onChosen?.()
    else choose(currency.code)
  }
  if (!accounts) {
    // Without them every wallet would seem to be one that is not open yet.
    return isError ? <FailedState level={3} title={t('cashbox.wallets.failed')} onRetry={() => void refetch()} /> : <Skeleton className="h-64 w-full" />
  }
  const rows: Row[] = currencies.map((currency) => ({ currency, account: accounts.find((account) => account.currency === currency.code) }))
  const groups = [
    { title: t('cashbox.wallets.fiat'), rows: rows.filter(({ currency, account }) => currency.fiat && account) },
    { title: t('cashbox.wallets.crypto'), rows: rows.filter(({ currency, account }) => !currency.fiat && account) },
    { title: t('cashbox.wallets.more'), rows: rows.filter(({ currency, account }) => !account && openable?.includes(currency.code)) },
  ]
  return (
    <div className="space-y-6">
      <FormProblem text={problem} />
      {groups
        .filter((group) => group.rows.length > 0)
        .map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h3 className="mb-2 font-sans text-xs font-semibold tracking-wide text-muted uppercase">{group.title}</h3>
            <ul className="divide-y divide-line/60 overflow-hidden rounded-m border border-line bg-raised">
              {group.rows.map((row) => (
                <WalletRow key={row.currency.code} row={row} isPending={choosing === row.currency.code} onChoose={() => press(row)} />
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}

/** A wallet that holds nothing can be closed. What a withdrawal holds back the server knows alone, and refuses. */
function isEmpty({ amount_cents: cash, bonus_amount_cents: bonus }: Account): boolean {
  return cash === 0 && bonus === 0
}

function CloseWallet({ currency }: { currency: string }) {
  const client = useQueryClient()
  const closing = useAction({
    run: (_: void, { idempotencyKey }) => closeWallet(client, currency, idempotencyKey),
    onError: toastError,
  })
  return (
    <IconButton
      icon="close"
      size="s"
      label={t('cashbox.wallets.close', { currency })}
      isDisabled={closing.isPending}
      onPress={() => void closing.start()}
      className="mr-2"
    />
  )
}

function WalletRow({ row: { currency, account }, isPending, onChoose }: { row: Row; isPending: boolean; onChoose: () => void }) {
  const isActive = account?.active ?? false
  return (
    <li className="flex items-center">
      <button
        type="button"
        aria-pressed={account ? isActive : undefined}
        onClick={onChoose}
        className="pressable flex min-h-15 min-w-0 flex-1 items-center gap-3.5 px-4 py-2.5 text-left outline-offset-[-2px] hover:bg-hover"
      >
        <span
          className={cx(
            'grid size-10 shrink-0 place-items-center rounded-full font-display text-[0.6875rem] font-semibold tracking-tighter',
            isActive ? 'bg-accent text-on-accent' : 'bg-hover text-soft',
          )}
        >
          {currency.code}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-semibold first-letter:uppercase">{currencyName(currency.code)}</span>
          <span className="block text-xs text-muted">{isActive ? t('cashbox.wallets.active') : currency.code}</span>
        </span>
        {isPending ? (
          <Spinner size={20} label={t('loading')} />
        ) : account ? (
          <Money amountCents={account.amount_cents} currency={account.currency} className="text-sm font-semibold" />
        ) : (
          <span className="flex items-center gap-1.5 text-sm font-semibold text-link">
            <Icon name="plus" size={18} />
            {t('cashbox.wallets.open')}
          </span>
        )}
        {account && <Icon name="check" size={20} className={isActive ? 'text-accent' : 'invisible'} />}
      </button>
      {account && isEmpty(account) && !isActive && <CloseWallet currency={currency.code} />}
    </li>
  )
}
