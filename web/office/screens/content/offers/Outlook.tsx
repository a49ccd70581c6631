import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { currentLocale } from '@/i18n/messages'
import { percentText } from '@/platform/decimals'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Alert } from '@/ui/Alert'
import { toastError } from '@/ui/toastError'
import { simulateOffer } from '../../../api/offers'
import type { OfferForm, OfferInGame, OfferOutlook } from '../../../api/types'
import { t } from '../../../i18n/texts'
import { Amount } from '../../../ui/Amount'
import { DataGrid } from '../../../ui/DataGrid'
import { Panel } from '../../../ui/Panel'
import { AmountBlank, Sentence } from './blanks'
import { isSame, UNREAD } from './offerModel'

/** An answer, and the offer that it is about. */
interface Answered {
  outlook: OfferOutlook
  offer: OfferForm
}

/** What players get who take the offer, and what it costs the operator, before it is published. */
export function Outlook({ offer, currency, isFaulty }: { offer: OfferForm; currency: string; isFaulty: boolean }) {
  const [deposit, setDeposit] = useState<number | null>(null)
  const [stake, setStake] = useState<number | null>(null)
  const [answered, setAnswered] = useState<Answered | null>(null)
  const { start, isPending } = useAction({
    run: (asked: OfferForm, { idempotencyKey }) => simulateOffer({ offer: asked, currency, deposit_cents: deposit, stake_cents: stake }, idempotencyKey),
    onDone: (outlook, asked) => setAnswered({ outlook, offer: asked }),
    onError: toastError,
  })
  const isStale = answered !== null && (!isSame(answered.offer, offer) || answered.outlook.currency !== currency)
  const isUnread = deposit === UNREAD || stake === UNREAD
  return (
    <Panel
      title={t('outlook.title')}
      actions={
        <Button size="s" variant="secondary" isDisabled={isFaulty || isUnread || currency === ''} pending={isPending} onPress={() => void start(offer)}>
          {t('outlook.simulate')}
        </Button>
      }
    >
      <p className="text-sm text-muted">{t('outlook.text')}</p>
      <Sentence
        text={offer.kind === 'Deposit bonus' ? 'outlook.with_deposit' : 'outlook.with_stake'}
        blanks={{
          deposit: (
            <AmountBlank key={currency} label={t('outlook.deposit')} value={deposit} onChange={setDeposit} isDisabled={false} currency={currency} canBeEmpty />
          ),
          stake: <AmountBlank key={currency} label={t('outlook.stake')} value={stake} onChange={setStake} isDisabled={false} currency={currency} canBeEmpty />,
        }}
      />
      {isStale && <Alert tone="warning">{t('outlook.stale')}</Alert>}
      {answered && (
        <div className={isStale ? 'opacity-60' : undefined}>
          <Results outlook={answered.outlook} />
        </div>
      )}
    </Panel>
  )
}

function Results({ outlook }: { outlook: OfferOutlook }) {
  const { currency, deposit_cents, bonus_cents, stake_cents, bound_cents, games } = outlook
  const range = ({ outcome }: OfferInGame, of: 'value_cents' | 'cost_cents') =>
    outcome && (
      <>
        <Amount cents={outcome[of].mean} currency={currency} />
        <span className="block text-xs whitespace-nowrap text-muted">
          <Amount cents={outcome[of].low} currency={currency} /> – <Amount cents={outcome[of].high} currency={currency} />
        </span>
      </>
    )
  return (
    <div className="mt-3 space-y-3">
      <p className="text-sm text-soft">
        {deposit_cents > 0 && (
          <>
            {t('outlook.deposit')} <Amount cents={deposit_cents} currency={currency} /> ·{' '}
          </>
        )}
        {t('outlook.bonus')} <Amount cents={bonus_cents} currency={currency} /> · {t('outlook.stake')} <Amount cents={stake_cents} currency={currency} /> ·{' '}
        {t('outlook.bound')} {bound_cents === null ? t('outlook.unbounded') : <Amount cents={bound_cents} currency={currency} />}
      </p>
      <DataGrid
        label={t('outlook.title')}
        rows={games}
        rowKey={({ identifier }) => identifier}
        columns={[
          {
            label: t('outlook.game'),
            cell: ({ title, volatility, contribution, outcome }) => (
              <>
                {title} <Badge>{t(`outlook.volatility_${volatility}`)}</Badge>
                <span className="block text-xs text-muted">{outcome ? t('outlook.counts', { percent: contribution }) : t('outlook.excluded')}</span>
              </>
            ),
          },
          { label: t('outlook.value'), align: 'end', cell: (row) => range(row, 'value_cents') ?? '–' },
          { label: t('outlook.cost'), align: 'end', cell: (row) => range(row, 'cost_cents') ?? '–' },
          {
            label: t('outlook.completed'),
            align: 'end',
            cell: ({ outcome }) =>
              outcome ? (
                <>
                  {share(outcome.completed.mean)}
                  <span className="block text-xs whitespace-nowrap text-muted">
                    {share(outcome.completed.low)} – {share(outcome.completed.high)}
                  </span>
                </>
              ) : (
                '–'
              ),
          },
          { label: t('outlook.timed_out'), align: 'end', cell: ({ outcome }) => (outcome ? share(outcome.timed_out) : '–') },
          { label: t('outlook.largest'), align: 'end', cell: ({ outcome }) => (outcome ? <Amount cents={outcome.largest_cents} currency={currency} /> : '–') },
          { label: t('outlook.bets'), align: 'end', cell: ({ outcome }) => (outcome ? Math.round(outcome.bets).toLocaleString(currentLocale()) : '–') },
        ]}
      />
      <p className="text-xs text-muted">
        {t('outlook.how', { journeys: (games.find(({ outcome }) => outcome)?.outcome?.journeys ?? 0).toLocaleString(currentLocale()) })}
      </p>
    </div>
  )
}

/** A share as so much of a hundred. */
function share(of: number): string {
  return percentText((of * 100).toFixed(1), currentLocale())
}
