import { useState } from 'react'
import type { Payment } from '@/api/types'
import { t, tOptional, type MessageKey } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { useTick } from '@/platform/useTick'
import { Button } from '@/ui/Button'
import { buttonClass } from '@/ui/buttonStyle'
import { BrokenReel } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { Icon, type IconName } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'
import { Skeleton } from '@/ui/Skeleton'
import { Spinner } from '@/ui/Spinner'
import { outcomeOf, type Outcome } from '../model/paymentState'
import { CancelDialog } from './CancelDialog'
import { PaymentFacts } from './PaymentFacts'
import { Receipt } from './Receipt'
import { RecallButton } from './RecallButton'
import { usePaymentWatch } from './usePaymentWatch'
import { useResume } from './useResume'

interface PaymentResultProps {
  id: string
  onClose: () => void
  /** Back to the form for another try. */
  onRetry: () => void
  /** The partner's page is open for this deposit: the player goes on there. */
  onContinue: (payment: Payment) => void
  /** It stands on a page of its own, which leads back by itself. */
  isPage?: boolean
}

/** A payment that waits for longer is looked at again later: nothing turns for days. */
const FRESH_MS = 10 * 60_000

const LOOKS: Record<Outcome, { icon: IconName | null; ring: string }> = {
  success: { icon: 'check', ring: 'border-success/40 bg-success/12 text-success shadow-aurora' },
  pending: { icon: null, ring: 'border-info/40 bg-info/10 text-info' },
  failure: { icon: 'close', ring: 'border-danger/40 bg-danger/12 text-danger-text' },
  canceled: { icon: 'info', ring: 'border-line-strong bg-hover text-soft' },
}

const TITLES: Record<Payment['action'], Record<Outcome, MessageKey>> = {
  deposit: {
    success: 'cashbox.end.deposit_success',
    pending: 'cashbox.end.deposit_pending',
    failure: 'cashbox.end.deposit_failure',
    canceled: 'cashbox.end.deposit_canceled',
  },
  cashout: {
    success: 'cashbox.end.cashout_success',
    pending: 'cashbox.end.cashout_pending',
    failure: 'cashbox.end.cashout_failure',
    canceled: 'cashbox.end.cashout_canceled',
  },
}

const TEXTS: Record<Payment['action'], Record<Outcome, MessageKey>> = {
  deposit: {
    success: 'cashbox.end.deposit_success_text',
    pending: 'cashbox.end.deposit_pending_text',
    failure: 'cashbox.end.deposit_failure_text',
    canceled: 'cashbox.end.deposit_canceled_text',
  },
  cashout: {
    success: 'cashbox.end.cashout_success_text',
    pending: 'cashbox.end.cashout_pending_text',
    failure: 'cashbox.end.cashout_failure_text',
    canceled: 'cashbox.end.cashout_canceled_text',
  },
}

/** What is said of a payment: one that a person looks at first is not on its way yet. */
function wordsOf(payment: Payment): [title: MessageKey, text: MessageKey] {
  if (payment.action === 'cashout' && payment.state === 'reserved') return ['cashbox.end.cashout_reserved', 'cashbox.end.cashout_reserved_text']
  const outcome = outcomeOf(payment)
  return [TITLES[payment.action][outcome], TEXTS[payment.action][outcome]]
}

/** How a payment ended, or how far it is; changes by itself. */
export function PaymentResult({ id, ...ways }: PaymentResultProps) {
  const { payment, isMissing, hasFailed, askAgain } = usePaymentWatch(id)
  if (isMissing)
    return <EmptyState drawing={<BrokenReel />} title={t('cashbox.end.missing')} action={<Button onPress={ways.onRetry}>{t('cashbox.deposit')}</Button>} />
  if (hasFailed) return <FailedState level={3} title={t('cashbox.end.failed')} text={t('cashbox.end.failed_text')} onRetry={askAgain} />
  if (!payment) return <Skeleton className="mx-auto my-10 h-64 w-full" />
  return <Result payment={payment} {...ways} />
}

function Result({ payment, ...ways }: { payment: Payment } & Omit<PaymentResultProps, 'id'>) {
  const outcome = outcomeOf(payment)
  const { icon, ring } = LOOKS[outcome]
  const [title, text] = wordsOf(payment)
  const isFresh = useTick() - Date.parse(payment.created_at) < FRESH_MS
  const reason = payment.error_code ? tOptional(`cashbox.reason.${payment.error_code}`, '') : ''
  return (
    <div className="flex flex-col items-center py-4 text-center">
      <span className={cx('grid size-20 place-items-center rounded-full border', ring)}>
        {icon ? <Icon name={icon} size={36} /> : isFresh ? <Spinner size={40} /> : <Icon name="clock" size={36} />}
      </span>
      <div role="status" className="mt-5">
        <h3 className="text-xl font-semibold">{t(title)}</h3>
        <p className="mx-auto mt-1.5 max-w-sm text-sm text-soft">{reason || t(text)}</p>
      </div>
      {ways.isPage ? <Receipt payment={payment} /> : <PaymentFacts payment={payment} />}
      <Actions payment={payment} outcome={outcome} {...ways} />
    </div>
  )
}

function Actions({ payment, outcome, onClose, onRetry, onContinue, isPage = false }: { payment: Payment; outcome: Outcome } & Omit<PaymentResultProps, 'id'>) {
  const [isCanceling, setIsCanceling] = useState(false)
  const { isResuming, resume } = useResume(onContinue)
  const isFailed = outcome === 'failure' || outcome === 'canceled'
  return (
    <div className="mt-6 grid w-full gap-2">
      {isFailed && (
        <Button size="l" wide onPress={onRetry}>
          {t('cashbox.end.retry')}
        </Button>
      )}
      {payment.cancelable && (
        <>
          <Button size="l" wide pending={isResuming} onPress={() => resume(payment.id)}>
            {t('cashbox.end.continue')}
          </Button>
          <Button variant="secondary" wide onPress={() => setIsCanceling(true)}>
            {t('cashbox.cancel')}
          </Button>
        </>
      )}
      <RecallButton payment={payment} className={buttonClass({ variant: 'secondary', size: 'l', wide: true })} />
      {!isPage && (
        <>
          <Button size="l" wide variant={outcome === 'success' ? 'primary' : 'ghost'} onPress={onClose}>
            {t(outcome === 'success' && payment.action === 'deposit' ? 'cashbox.end.play' : 'cashbox.end.close')}
          </Button>
          <ButtonLink to="/dashboard" replace variant="ghost" wide>
            {t('cashbox.end.history')}
          </ButtonLink>
        </>
      )}
      {isCanceling && <CancelDialog payment={payment} onClose={() => setIsCanceling(false)} />}
    </div>
  )
}
