import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountsQuery, useActiveAccount } from '@/api/session/accounts'
import { t, type MessageKey } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { NothingFound } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { Icon, type IconName } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'
import { Select } from '@/ui/Select'
import { Skeleton } from '@/ui/Skeleton'
import { fairnessQuery, type Fairness, type RevealedSeed } from '../api/fairness'
import { CommitmentList } from './CommitmentList'
import { HashValue } from './HashValue'
import { RotationForm } from './RotationForm'
import { RoundVerifier } from './RoundVerifier'

const CARD = 'rounded-l border border-line bg-surface p-5 md:p-7'

/** How fairness is proven, the player's seeds, and the check of a round, which comes first for a player who came for one. */
export function FairnessPage({ roundId, onRound }: { roundId: string; onRound: (id: string) => void }) {
  const { data: accounts, isError, refetch } = useQuery(accountsQuery)
  const active = useActiveAccount()
  const [chosen, setChosen] = useState<string | null>(null)
  const currency = chosen ?? active?.currency
  const [cameForRound] = useState(roundId !== '')
  return (
    <div className="space-y-6">
      {!cameForRound && <HowItWorks />}
      <section aria-labelledby="verify-title" className={CARD}>
        <h2 id="verify-title" className="text-xl font-semibold">
          {t('fairness.verify_title')}
        </h2>
        <p className="mt-1 mb-5 text-sm text-soft">{t('fairness.verify_text')}</p>
        <RoundVerifier key={roundId} roundId={roundId} onRound={onRound} />
      </section>
      <section aria-labelledby="seeds-title" className={CARD}>
        <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
          <div>
            <h2 id="seeds-title" className="text-xl font-semibold">
              {t('fairness.seeds_title')}
            </h2>
            <p className="mt-1 text-sm text-soft">{t('fairness.seeds_text')}</p>
          </div>
          {accounts && accounts.length > 1 && currency && (
            <div className="w-40">
              <Select
                label={t('fairness.wallet')}
                autoComplete="off"
                options={accounts.map((account) => ({ id: account.currency, label: account.currency }))}
                value={currency}
                onChange={setChosen}
              />
            </div>
          )}
        </div>
        {currency ? (
          <Seeds key={currency} currency={currency} />
        ) : isError ? (
          <FailedState level={3} title={t('fairness.failed')} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-64 w-full" />
        )}
      </section>
      <section aria-labelledby="list-title" className={CARD}>
        <h2 id="list-title" className="text-xl font-semibold">
          {t('fairness.list_title')}
        </h2>
        <p className="mt-1 mb-5 text-sm text-soft">{t('fairness.list_text')}</p>
        <CommitmentList />
      </section>
      {cameForRound && <HowItWorks />}
    </div>
  )
}

const STEPS: { icon: IconName; title: MessageKey; text: MessageKey }[] = [
  { icon: 'lock', title: 'fairness.step_commit', text: 'fairness.step_commit_text' },
  { icon: 'dice', title: 'fairness.step_play', text: 'fairness.step_play_text' },
  { icon: 'eye', title: 'fairness.step_reveal', text: 'fairness.step_reveal_text' },
]

function HowItWorks() {
  return (
    <ol className="grid gap-3 md:grid-cols-3">
      {STEPS.map((step, index) => (
        <li key={step.title} className="rounded-l border border-line bg-surface p-5">
          <span className="flex items-center gap-3">
            <span className="grid size-10 place-items-center rounded-m bg-info/12 text-info">
              <Icon name={step.icon} />
            </span>
            <span className="font-display text-sm font-semibold text-muted">{index + 1}</span>
          </span>
          <h2 className="mt-4 text-base font-semibold">{t(step.title)}</h2>
          <p className="mt-1 text-sm text-soft">{t(step.text)}</p>
        </li>
      ))}
    </ol>
  )
}

function Seeds({ currency }: { currency: string }) {
  const { data, isError, refetch } = useQuery(fairnessQuery(currency))
  if (isError) {
    return <FailedState level={3} title={t('fairness.failed')} onRetry={() => void refetch()} />
  }
  if (data === undefined) return <Skeleton className="h-64 w-full" />
  if (!data) {
    const action = (
      <ButtonLink to="/pokies/$slug" params={{ slug: 'all' }}>
        {t('profile.history_play')}
      </ButtonLink>
    )
    return <EmptyState level={3} drawing={<NothingFound />} title={t('fairness.none_title')} text={t('fairness.none_text')} action={action} />
  }
  return (
    <div className="space-y-6">
      <div className="grid gap-4 lg:grid-cols-2">
        <HashValue label={t('fairness.server_hash')} value={data.server_seed_hash} />
        <HashValue label={t('fairness.next_hash')} value={data.next_server_seed_hash} />
        <HashValue label={t('fairness.client_seed')} value={data.client_seed} />
        <Figures fairness={data} />
      </div>
      <RotationForm key={data.seed_no} currency={currency} />
      <Revealed seeds={data.revealed} />
    </div>
  )
}

function Figures({ fairness }: { fairness: Fairness }) {
  return (
    <dl className="grid grid-cols-2 gap-3">
      {[
        [t('fairness.seed_no'), fairness.seed_no],
        [t('fairness.rounds_played'), fairness.rounds],
      ].map(([name, value]) => (
        <div key={name} className="flex flex-col">
          <dt className="mb-1.5 text-sm font-medium text-soft">{name}</dt>
          <dd className="tabular flex flex-1 items-center rounded-m border border-line bg-page/60 px-4 py-2 font-display text-lg font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Revealed({ seeds }: { seeds: RevealedSeed[] }) {
  return (
    <div>
      <h3 className="text-lg font-semibold">{t('fairness.revealed_title')}</h3>
      {seeds.length === 0 && <p className="mt-1 text-sm text-soft">{t('fairness.revealed_none')}</p>}
      <div className="mt-3 space-y-2">
        {seeds.map((seed) => (
          <details key={seed.seed_no} className="group rounded-m border border-line bg-raised">
            <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 rounded-m px-4 py-2 text-sm">
              <Icon name="chevronRight" size={18} className="pressable shrink-0 text-muted group-open:rotate-90" />
              <span className="flex-1 font-semibold">{t('fairness.revealed_seed', { number: seed.seed_no })}</span>
              <span className="text-right text-xs text-muted">{dateTimeText(seed.revealed_at)}</span>
            </summary>
            <div className="grid gap-4 border-t border-line p-4 lg:grid-cols-2">
              <HashValue label={t('fairness.server_seed')} value={seed.server_seed} />
              <HashValue label={t('fairness.server_hash')} value={seed.server_seed_hash} />
              <HashValue label={t('fairness.client_seed')} value={seed.client_seed} />
              <p className="self-end pb-3 text-sm text-soft">
                {seed.last_nonce < seed.first_nonce
                  ? t('fairness.revealed_no_rounds')
                  : t('fairness.revealed_range', { first: seed.first_nonce, last: seed.last_nonce })}
              </p>
            </div>
          </details>
        ))}
      </div>
    </div>
  )
}
