import { useState, type ReactNode } from 'react'
import type { Payment } from '@/api/types'
import { t, tOptional, type MessageKey } from '@/i18n/messages'
import { cx } from '@/lib/cx'
import { Button } from '@/ui/Button'
import { BrokenReel } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { Icon, type IconName } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'
import { Money } from '@/ui/Money'
import { Skeleton } from '@/ui/Skeleton'
import { Spinner } from '@/ui/Spinner'
import { outcomeOf, type Outcome } from '../model/paymentState'
import { brandName } from './brandName'
import { RecallDialog } from './RecallDialog'
import { usePaymentWatch } from './usePaymentWatch'

interface PaymentResultProps {
  id: string
  onClose: () => void
  /** Back to the form for another try. */
  onRetry: () => void
}

const LOOKS: Record<Outcome, { icon: IconName | null; ring: string }> = {
  success: { icon: 'check', ring: 'border-success/40 bg-success/12 text-success shadow-aurora' },
  pending: { icon: null, ring: 'border-info/40 bg-info/10 text-info' },
  failure: { icon: 'close', ring: 'border-danger/40 bg-danger/12 text-danger-text' },
  canceled: { icon: 'info', ring: 'border-line-strong bg-hover text-soft' },
}

const TITLES: Record<Payment['action'], Record<Outcome, MessageKey>> = {
  deposit: { success: 'cashbox.end.deposit_success', pending: 'cashbox.end.deposit_pending', failure: 'cashbox.end.deposit_failure', canceled: 'cashbox.end.deposit_canceled' },
  cashout: { success: 'cashbox.end.cashout_success', pending: 'cashbox.end.cashout_pending', failure: 'cashbox.end.cashout_failure', canceled: 'cashbox.end.cashout_canceled' },
}

const TEXTS: Record<Payment['action'], Record<Outcome, MessageKey>> = {
  deposit: { success: 'cashbox.end.deposit_success_text', pending: 'cashbox.end.deposit_pending_text', failure: 'cashbox.end.deposit_failure_text', canceled: 'cashbox.end.deposit_canceled_text' },
  cashout: { success: 'cashbox.end.cashout_success_text', pending: 'cashbox.end.cashout_pending_text', failure: 'cashbox.end.cashout_failure_text', canceled: 'cashbox.end.cashout_canceled_text' },
}

/** How a payment ended, or how far it is; changes by itself. */
export function PaymentResult({ id, onClose, onRetry }: PaymentResultProps) {
  const { payment, isMissing } = usePaymentWatch(id)
  if (isMissing) return <EmptyState drawing={<BrokenReel />} title={t('cashbox.end.missing')} action={<Button onPress={onRetry}>{t('cashbox.deposit')}</Button>} />
  if (!payment) return <Skeleton className="mx-auto my-10 h-64 w-full" />
  return <Result payment={payment} onClose={onClose} onRetry={onRetry} />
}

function Result({ payment, onClose, onRetry }: { payment: Payment; onClose: () => void; onRetry: () => void }) {
  const outcome = outcomeOf(payment)
  const { icon, ring } = LOOKS[outcome]
  const reason = payment.error_code ? tOptional(`cashbox.reason.${payment.error_code}`, '') : ''
  return (
    <div className="flex flex-col items-center py-4 text-center">
      <span className={cx('grid size-20 place-items-center rounded-full border', ring)}>{icon ? <Icon name={icon} size={36} /> : <Spinner size={40} />}</span>
      <div role="status" className="mt-5">
        <h3 className="text-xl font-semibold">{t(TITLES[payment.action][outcome])}</h3>
        <p className="mx-auto mt-1.5 max-w-sm text-sm text-soft">{reason || t(TEXTS[payment.action][outcome])}</p>
      </div>
      <dl className="mt-6 w-full divide-y divide-line/60 rounded-m border border-line bg-raised px-4 text-sm">
        <Row label={t('cashbox.amount')}>
          <Money amountCents={payment.amount_cents} currency={payment.currency} className="font-semibold" />
        </Row>
        <Row label={t('cashbox.method')}>{brandName(payment.brand)}</Row>
        <Row label={t('cashbox.reference')}>
          <span className="text-xs break-all text-soft">{payment.id}</span>
        </Row>
      </dl>
      <Actions payment={payment} outcome={outcome} onClose={onClose} onRetry={onRetry} />
    </div>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-4 py-2">
      <dt className="text-soft">{label}</dt>
      <dd className="text-right text-text">{children}</dd>
    </div>
  )
}

function Actions({ payment, outcome, onClose, onRetry }: { payment: Payment; outcome: Outcome; onClose: () => void; onRetry: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const isFailed = outcome === 'failure' || outcome === 'canceled'
  const goesOn = payment.action === 'deposit' && payment.state === 'pending' && payment.redirect_url
  return (
    <div className="mt-6 grid w-full gap-2">
      {isFailed && (
        <Button size="l" wide onPress={onRetry}>
          {t('cashbox.end.retry')}
        </Button>
      )}
      {goesOn && (
        <Button size="l" wide onPress={() => window.location.assign(goesOn)}>
          {t('cashbox.end.continue')}
        </Button>
      )}
      <Button size="l" wide variant={isFailed || goesOn ? 'ghost' : 'primary'} onPress={onClose}>
        {t(outcome === 'success' && payment.action === 'deposit' ? 'cashbox.end.play' : 'cashbox.end.close')}
      </Button>
      {payment.recallable && (
        <Button variant="ghost" wide onPress={() => setIsAsking(true)}>
          {t('cashbox.recall')}
        </Button>
      )}
      <ButtonLink to="/dashboard" replace variant="ghost" wide>
        {t('cashbox.end.history')}
      </ButtonLink>
      {isAsking && <RecallDialog payment={payment} onClose={() => setIsAsking(false)} />}
    </div>
  )
}
