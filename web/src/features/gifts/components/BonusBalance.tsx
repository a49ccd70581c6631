import { useQuery } from '@tanstack/react-query'
import { accountsQuery } from '@/api/session/accounts'
import { useShownAccount } from '@/api/session/shownAccounts'
import type { Account } from '@/api/types'
import { t } from '@/i18n/messages'
import { Card } from '@/ui/Card'
import { Description, DescriptionList } from '@/ui/DescriptionList'
import { FailedState } from '@/ui/FailedState'
import { ButtonLink } from '@/ui/Link'
import { Money, useMoneyText } from '@/ui/Money'
import { Skeleton } from '@/ui/Skeleton'
import { useWager, type Wager } from './useWager'
import { WagerBar } from './WagerBar'

/** What the balance of the active wallet is made of, and what still keeps part of it from being withdrawn. */
export function BonusBalance() {
  const account = useShownAccount()
  const { isError, refetch } = useQuery(accountsQuery)
  const wager = useWager(account?.currency ?? '')
  if (!account) {
    return isError ? <FailedState title={t('cashbox.wallets.failed')} onRetry={() => void refetch()} /> : <Skeleton className="h-80 w-full rounded-l" />
  }
  return (
    <div className="grid gap-6">
      <Figures account={account} wager={wager} />
      {wager.hasFailed ? (
        <FailedState level={3} title={t('gifts.failed')} onRetry={wager.retry} />
      ) : (
        <Card title={t('bonus_balance.why')}>
          <Reasons account={account} wager={wager} />
        </Card>
      )}
    </div>
  )
}

function Figures({ account, wager: { progress, hasFailed } }: { account: Account; wager: Wager }) {
  const { currency, amount_cents: real, bonus_amount_cents: bonus } = account
  const money = (cents: number) => <Money amountCents={cents} currency={currency} />
  return (
    <div className="rounded-l border border-line bg-surface p-5 md:p-7">
      <p className="text-sm text-muted">{t('bonus_balance.common')}</p>
      <p className="mt-1 text-3xl font-semibold">{money(real + bonus)}</p>
      <DescriptionList className="mt-4 border-t border-line pt-4">
        <Description label={t('shell.real_money')}>{money(real)}</Description>
        <Description label={t('shell.bonus_money')}>{money(bonus)}</Description>
        {!hasFailed && (
          <>
            <Description label={t('bonus_balance.to_wager')}>{progress ? money(progress.requiredCents) : <Skeleton className="h-5 w-20" />}</Description>
            <Description label={t('bonus_balance.wagered')}>{progress ? money(progress.wageredCents) : <Skeleton className="h-5 w-20" />}</Description>
          </>
        )}
      </DescriptionList>
      {progress && progress.requiredCents > 0 && <WagerBar progress={progress} currency={currency} className="mt-4" />}
    </div>
  )
}

/** The answer in numbers. */
function Reasons({ account, wager: { progress, isSticky } }: { account: Account; wager: Wager }) {
  const money = useMoneyText()
  const { currency, bonus_amount_cents: bonus, available_to_cashout_cents: available } = account
  const text = (cents: number) => money(cents, currency)
  if (!progress) return <Skeleton className="h-16 w-full" />
  return (
    <div className="grid justify-items-start gap-4 text-sm text-soft">
      <p>{bonus === 0 ? t('bonus_balance.all_free', { amount: text(available) }) : t('bonus_balance.free', { amount: text(available) })}</p>
      {bonus > 0 && <p>{t(isSticky ? 'bonus_balance.locked_sticky' : 'bonus_balance.locked', { bonus: text(bonus), left: text(progress.leftCents) })}</p>}
      {bonus > 0 && (
        <ButtonLink to="/profile/gifts" variant="secondary" size="s" icon="gift">
          {t('gifts.to_gifts')}
        </ButtonLink>
      )}
    </div>
  )
}
