import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { playerQuery } from '@/api/session/player'
import { useAction } from '@/api/useAction'
import { problemText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Dialog } from '@/ui/Dialog'
import { FailedState } from '@/ui/FailedState'
import { TextLink } from '@/ui/Link'
import { useMoneyText } from '@/ui/Money'
import { Alert } from '@/ui/Alert'
import { Skeleton } from '@/ui/Skeleton'
import { TextField } from '@/ui/TextField'
import { showToast } from '@/ui/toast'
import { closeAccount, closingQuery, type Closing } from '../api/privacy'

/** The end of the account: what stands in the way, what lapses, and what the law keeps. */
export function CloseAccount() {
  const closing = useQuery(closingQuery)
  const [isAsking, setAsking] = useState(false)
  if (closing.isPending) return <Skeleton className="h-56 w-full" />
  if (!closing.data) return <FailedState level={3} title={t('privacy.failed')} onRetry={() => void closing.refetch()} />
  return (
    <Card title={t('privacy.close_title')} text={t('privacy.close_text')}>
      <div className="grid gap-4 text-sm">
        <p className="text-soft">
          {t('privacy.no_exclusion')}{' '}
          <TextLink to="/profile/limits" className="underline">
            {t('privacy.to_exclusion')}
          </TextLink>
        </p>
        {!closing.data.can_close && <InTheWay closing={closing.data} />}
        <Means closing={closing.data} />
        <div>
          <Button variant="danger" isDisabled={!closing.data.can_close} onPress={() => setAsking(true)}>
            {t('privacy.close')}
          </Button>
        </div>
      </div>
      {isAsking && <CloseDialog onClose={() => setAsking(false)} />}
    </Card>
  )
}

function InTheWay({ closing }: { closing: Closing }) {
  const money = useMoneyText()
  const full = closing.wallets.filter(({ cash_cents, held_cents }) => cash_cents + held_cents > 0)
  return (
    <Alert tone="warning">
      <p className="font-semibold">{t('privacy.first')}</p>
      <ul data-varies className="mt-1 list-disc pl-5">
        {full.map(({ currency, cash_cents, held_cents }) => (
          <li key={currency}>{t('privacy.first_balance', { amount: money(cash_cents + held_cents, currency) })}</li>
        ))}
        {closing.open_payments > 0 && <li>{t('privacy.first_payments', { count: closing.open_payments })}</li>}
        {closing.open_prizes > 0 && <li>{t('privacy.first_prizes', { count: closing.open_prizes })}</li>}
        {closing.open_rounds > 0 && <li>{t('privacy.first_rounds', { count: closing.open_rounds })}</li>}
      </ul>
      <p className="mt-2">
        <TextLink to="/profile/payments" className="underline">
          {t('profile.payments')}
        </TextLink>{' '}
        ·{' '}
        <TextLink to="/profile/wallets" className="underline">
          {t('profile.wallets')}
        </TextLink>
      </p>
    </Alert>
  )
}

function Means({ closing }: { closing: Closing }) {
  const money = useMoneyText()
  const { gifts, lootboxes, points, kept_years, kept_by } = closing
  const lapsing = closing.wallets.filter(({ bonus_cents }) => bonus_cents > 0)
  return (
    <ul data-varies className="list-disc space-y-1 pl-5 text-soft">
      <li>{t('privacy.means_sessions')}</li>
      {lapsing.map(({ currency, bonus_cents }) => (
        <li key={currency}>{t('privacy.lapses_bonus', { amount: money(bonus_cents, currency) })}</li>
      ))}
      {gifts + lootboxes + points > 0 && <li>{t('privacy.lapses', { gifts, lootboxes, points })}</li>}
      <li>{t('privacy.means_address')}</li>
      <li>{t('privacy.kept', { years: kept_years, law: kept_by })}</li>
    </ul>
  )
}

function CloseDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState<string>()
  const closing = useAction({
    run: (_: void, { idempotencyKey }) => closeAccount(reason.trim(), idempotencyKey),
    onDone: () => {
      showToast('message', t('privacy.closed'), { id: 'privacy', persistent: true })
      // The server has ended the session.
      void client.invalidateQueries({ queryKey: playerQuery.queryKey })
      onClose()
    },
    onError: (error) => {
      setFailure(problemText(error))
      void client.invalidateQueries({ queryKey: closingQuery.queryKey })
    },
  })
  return (
    <Dialog title={t('privacy.close_ask')} onClose={onClose} size="s">
      <p className="mb-4 text-sm text-soft">{t('privacy.close_sure')}</p>
      {failure && (
        <Alert tone="danger" className="mb-4">
          {failure}
        </Alert>
      )}
      <TextField label={t('privacy.reason')} name="reason" autoComplete="off" value={reason} onChange={setReason} maxLength={500} />
      <div className="mt-6 grid gap-2">
        <Button variant="danger" wide size="l" pending={closing.isPending} onPress={() => void closing.start()}>
          {t('privacy.close')}
        </Button>
        <Button variant="secondary" wide size="l" onPress={onClose}>
          {t('privacy.keep')}
        </Button>
      </div>
    </Dialog>
  )
}
