import type { Licence } from '@/api/types'
import { WaysToPay } from '@/features/content/components/WaysToPay'
import { t } from '@/i18n/messages'

/** How one may pay here: what the licence shows, in its order, as far as it is offered. */
export function PaymentLogos({ licence }: { licence: Licence | undefined }) {
  return (
    <section aria-label={t('footer.payments')} className="min-h-10">
      <WaysToPay brands={licence?.footer.payments} />
    </section>
  )
}
