import { useQuery } from '@tanstack/react-query'
import { accountsQuery, emptyAccount } from '@/api/session/accounts'
import { usePlayer } from '@/api/session/player'
import { useShownAccount } from '@/api/session/shownAccounts'
import { LevelSummary } from '@/features/loyalty/components/LevelsPanel'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { ChosenCoinUnit } from '@/ui/ChosenCoinUnit'
import { TextLink } from '@/ui/Link'
import { Money } from '@/ui/Money'
import { Skeleton } from '@/ui/Skeleton'

const LINK = 'inline-flex min-h-11 items-center text-sm font-medium'

/** What the player has at a glance: the wallet in use, and the level. */
export function ProfileSummary() {
  return (
    <div className="mb-6 grid gap-3 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <WalletInUse />
      <LevelSummary>
        <TextLink to="/profile/level" className={LINK}>
          {t('level.all')}
        </TextLink>
      </LevelSummary>
    </div>
  )
}

function WalletInUse() {
  const player = usePlayer()
  const { data: accounts, isError, refetch } = useQuery({ ...accountsQuery, enabled: Boolean(player) })
  const shown = useShownAccount()
  const account = shown ?? (accounts && emptyAccount(player?.currency))
  return (
    <section aria-label={t('cashbox.wallets.current')} className="flex flex-col items-start rounded-l border border-line bg-surface p-5 md:p-6">
      <p className="text-sm text-soft">{t('cashbox.wallets.current')}</p>
      {account ? (
        <ChosenCoinUnit unchosen="small">
          <Money amountCents={account.amount_cents} currency={account.currency} className="mt-1 text-2xl font-semibold" />
        </ChosenCoinUnit>
      ) : isError ? (
        <Button variant="ghost" size="s" icon="refresh" onPress={() => void refetch()}>
          {t('shell.balance_failed')}
        </Button>
      ) : (
        <Skeleton className="mt-1 h-8 w-32" />
      )}
      <TextLink to="/profile/wallets" className={`mt-auto pt-2 ${LINK}`}>
        {t('shell.manage_wallets')}
      </TextLink>
    </section>
  )
}
