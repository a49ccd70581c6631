import { useQuery } from '@tanstack/react-query'
import { useActiveAccount } from '@/api/session/accounts'
import { statsQuery } from '@/api/session/stats'
import { t } from '@/i18n/messages'
import { Money } from '@/ui/Money'

/** What the money of the wallet in use did so far: paid in, paid out, staked, won. */
export function StatsSummary() {
  const account = useActiveAccount()
  const { data, isError } = useQuery(statsQuery)
  const row = data?.find(({ currency }) => currency === account?.currency)
  const figures = [
    { name: t('profile.stats_deposits'), cents: row?.deposits_cents },
    { name: t('profile.stats_cashouts'), cents: row?.cashouts_cents },
    { name: t('profile.stats_bets'), cents: row?.bets_cents },
    { name: t('profile.stats_wins'), cents: row?.wins_cents },
  ]
  return (
    <dl aria-label={t('profile.stats')} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {figures.map(({ name, cents }) => (
        <div key={name} className="rounded-l border border-line bg-surface p-4">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="mt-1 text-lg font-semibold">{isError && !data ? '–' : <Money amountCents={cents ?? 0} currency={account?.currency ?? 'EUR'} />}</dd>
        </div>
      ))}
    </dl>
  )
}
