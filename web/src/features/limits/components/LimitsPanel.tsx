import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActiveAccount } from '@/api/session/accounts'
import { isReached, isUsedUp, keepLimit, limitsQuery } from '@/api/session/limits'
import type { UserLimit } from '@/api/types'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { FailedState } from '@/ui/FailedState'
import { useMoneyText } from '@/ui/Money'
import { Alert } from '@/ui/Alert'
import { ProgressBar } from '@/ui/ProgressBar'
import { Skeleton } from '@/ui/Skeleton'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { cancelChange, removeLimit } from '../api/changeLimit'
import { isPause, LIMIT_TYPES, periodText, typeText, type LimitType } from '../model/limitTypes'
import { LimitForm } from './LimitForm'
import { PauseForm } from './PauseForm'

/** Every type of limit with what is set, what it has counted, and the forms to set, change and remove one. */
export function LimitsPanel() {
  const { data: limits, isError, isPending, refetch } = useQuery(limitsQuery)
  if (isPending) return <Skeleton className="h-96 w-full" />
  if (isError || !limits) return <FailedState level={3} title={t('limits.failed')} onRetry={() => void refetch()} />
  const known = new Set<string>(LIMIT_TYPES.map(({ type }) => type))
  const others = [...new Set(limits.map(({ type }) => type).filter((type) => !known.has(type)))]
  return (
    <div className="grid gap-4">
      {LIMIT_TYPES.map(({ type }) => (
        <TypeCard key={type} type={type} limits={limits.filter((limit) => limit.type === type)} />
      ))}
      {others.map((type) => (
        <TypeCard key={type} type={type} limits={limits.filter((limit) => limit.type === type)} />
      ))}
    </div>
  )
}

function TypeCard({ type, limits }: { type: LimitType; limits: UserLimit[] }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const heading = `limit-${type}`
  const isKnown = LIMIT_TYPES.some((known) => known.type === type)
  return (
    <section aria-labelledby={heading} className="rounded-l border border-line bg-surface p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 id={heading} className="font-semibold">
            {typeText(type)}
          </h3>
          {isKnown && <p className="mt-1 text-sm text-soft">{t(`limits.about.${type}`)}</p>}
        </div>
        {isKnown && !isOpen && (
          <Button variant="secondary" size="s" onPress={() => setOpen(true)}>
            {t(isPause(type) ? `limits.start.${type === 'coolingoff' ? 'coolingoff' : 'selfexclusion'}` : 'limits.set')}
            <span className="sr-only"> {typeText(type)}</span>
          </Button>
        )}
      </div>
      {limits.length > 0 && (
        <ul className="mt-4 grid gap-3">
          {limits.map((limit) => (
            <LimitRow key={limit.id} limit={limit} />
          ))}
        </ul>
      )}
      {isOpen && (
        <div className="mt-4 border-t border-line pt-4">
          {isPause(type) ? <PauseForm type={type} onClose={close} /> : <LimitForm type={type} onClose={close} />}
        </div>
      )}
    </section>
  )
}

function LimitRow({ limit }: { limit: UserLimit }) {
  const client = useQueryClient()
  const currency = useActiveAccount()?.currency
  const onDone = (changed: UserLimit) => keepLimit(client, changed)
  const removing = useAction({
    run: (id: string, { idempotencyKey }) => removeLimit(id, idempotencyKey),
    onDone: (changed) => {
      onDone(changed)
      showToast('message', t('limits.asked'), { id: 'limits' })
    },
    onError: toastError,
  })
  const canceling = useAction({
    run: (change: { id: string; change: string }, { idempotencyKey }) => cancelChange(change, idempotencyKey),
    onDone,
    onError: toastError,
  })
  const pause = isPause(limit.type)
  return (
    <li className="rounded-m border border-line/70 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-medium">
          {periodText(limit.period)} {isReached(limit, currency) && !pause && <Badge tone="warning">{t('limits.reached')}</Badge>}
        </p>
        {pause ? (
          <p className="text-sm text-soft">
            {limit.active_until ? t('limits.active_until', { date: dateTimeText(limit.active_until) }) : t('limits.active_forever')}
          </p>
        ) : (
          !limit.changes.some(({ removes }) => removes) && (
            <Button variant="ghost" size="s" pending={removing.isPending} onPress={() => void removing.start(limit.id)}>
              {t('limits.remove')}
              <span className="sr-only"> {`${typeText(limit.type)}, ${periodText(limit.period)}`}</span>
            </Button>
          )
        )}
      </div>
      <ul className="mt-2 grid gap-3">
        {limit.accounts.map((account) => (
          <Account key={account.currency ?? 'minutes'} limit={limit} account={account} />
        ))}
      </ul>
      {limit.changes.map((change) => (
        <Alert
          key={change.id}
          className="mt-3"
          action={
            <Button variant="ghost" size="s" pending={canceling.isPending} onPress={() => void canceling.start({ id: limit.id, change: change.id })}>
              {t('limits.keep')}
            </Button>
          }
        >
          <ChangeText change={change} />
        </Alert>
      ))}
    </li>
  )
}

/** What was used of one cap, with a bar. */
function Account({ limit, account }: { limit: UserLimit; account: UserLimit['accounts'][number] }) {
  const money = useMoneyText()
  const cap = account.amount_cents ?? account.amount_minutes ?? 0
  const used = Math.abs(account.current_value_amount_cents ?? account.current_value_minutes ?? 0)
  const text = (value: number) => (account.currency ? money(value, account.currency) : t('limits.minutes_value', { minutes: value }))
  const percent = cap > 0 ? Math.min(100, Math.floor((used * 100) / cap)) : 100
  const label = t('limits.used', { used: text(used), amount: text(cap) })
  return (
    <li>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="tabular">{label}</span>
        <span className="text-muted">{t('limits.resets', { date: dateTimeText(account.resets_at) })}</span>
      </p>
      <ProgressBar label={`${typeText(limit.type)}: ${label}`} percent={percent} fill={isUsedUp(account) ? 'bg-warning' : 'bg-info'} className="mt-1.5" />
    </li>
  )
}

function ChangeText({ change }: { change: UserLimit['changes'][number] }) {
  const money = useMoneyText()
  const value =
    change.currency && change.amount_cents !== null
      ? money(change.amount_cents, change.currency)
      : t('limits.minutes_value', { minutes: change.amount_minutes ?? 0 })
  if (change.effective_at) {
    const date = dateTimeText(change.effective_at)
    return change.removes ? t('limits.removal_on', { date }) : t('limits.change_on', { value, date })
  }
  const date = dateTimeText(change.confirm_until ?? change.asked_at)
  return change.removes ? t('limits.removal_waits', { date }) : t('limits.change_waits', { value, date })
}
