import { useState } from 'react'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import type { PlayerPage } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { Panel } from '../../ui/Panel'
import { Nothing } from '../../ui/PlayerParts'
import { Time } from '../../ui/Time'
import { LimitDialog } from './LimitDialog'

type Limit = PlayerPage['limits'][number]

type Player = Pick<PlayerPage, 'id' | 'wallets' | 'limits'>

/** What the player holds the operator to, and the way to make it stricter. */
export function Limits({ player, mayLimit }: { player: Player; mayLimit: boolean }) {
  const [isSetting, setSetting] = useState(false)
  const action = mayLimit && (
    <Button size="s" variant="secondary" onPress={() => setSetting(true)}>
      {t('limits.action')}
    </Button>
  )
  return (
    <Panel title={t('limits.title')} actions={action}>
      <LimitsList limits={player.limits} />
      {isSetting && <LimitDialog player={player} onClose={() => setSetting(false)} />}
    </Panel>
  )
}

function LimitsList({ limits }: { limits: readonly Limit[] }) {
  if (limits.length === 0) return <Nothing>{t('limits.none')}</Nothing>
  return (
    <ul className="divide-y divide-line text-sm">
      {limits.map((limit) => (
        <li key={limit.id} className="space-y-1 py-2.5 first:pt-0 last:pb-0">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-medium">{tWord('limit', limit.type)}</span>
            <span className="text-soft">{tWord('period', limit.period)}</span>
            {limit.reached && <Badge tone="warning">{t('limits.reached')}</Badge>}
            {limit.changes.length > 0 && <Badge tone="info">{t('limits.changing')}</Badge>}
          </p>
          {limit.accounts.map((account) => (
            <Used key={account.currency ?? 'minutes'} account={account} />
          ))}
          {limit.active_until && (
            <p className="text-soft">
              {t('stops.until')} <Time at={limit.active_until} />
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

function Used({ account }: { account: Limit['accounts'][number] }) {
  const { currency, amount_cents, current_value_amount_cents, amount_minutes, current_value_minutes } = account
  // The server leaves out what is of the other kind.
  if (currency && amount_cents !== null) {
    return (
      <p className="text-soft">
        <Amount cents={current_value_amount_cents ?? 0} currency={currency} /> {t('limits.of')} <Amount cents={amount_cents} currency={currency} />
      </p>
    )
  }
  return <p className="text-soft">{t('limits.minutes', { used: current_value_minutes ?? 0, all: amount_minutes ?? 0 })}</p>
}
