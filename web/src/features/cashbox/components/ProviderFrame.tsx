import { useEffect } from 'react'
import type { Payment } from '@/api/types'
import { t } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'
import { isReturnMessage } from '../model/returnMessage'
import { outcomeOf } from '../model/paymentState'
import { usePaymentWatch } from './usePaymentWatch'

interface ProviderFrameProps {
  payment: Payment
  url: string
  /** The player is done at the partner's page, or the payment ended. */
  onDone: () => void
}

/** The partner's page inside the cashbox. Card numbers are typed there and never pass through this site. */
export function ProviderFrame({ payment, url, onDone }: ProviderFrameProps) {
  const watched = usePaymentWatch(payment.id).payment ?? payment
  const hasEnded = outcomeOf(watched) !== 'pending'
  useEffect(() => {
    if (hasEnded) onDone()
  }, [hasEnded, onDone])
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => {
      if (event.origin === window.location.origin && isReturnMessage(event.data)) onDone()
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [onDone])
  return (
    <div>
      <iframe
        title={t('cashbox.provider_frame')}
        src={url}
        data-goes-on
        sandbox="allow-forms allow-scripts allow-same-origin allow-popups"
        referrerPolicy="origin"
        className="h-[min(680px,70dvh)] w-full rounded-m border border-line bg-surface"
      />
      <p className="mt-3 flex flex-wrap items-center justify-center gap-x-2 text-xs text-muted">
        <Icon name="lock" size={16} />
        {t('cashbox.provider_note')}
        <a href={url} className="font-semibold text-link underline underline-offset-4">
          {t('cashbox.provider_full')}
        </a>
      </p>
    </div>
  )
}
