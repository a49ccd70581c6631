import { WaysToPay } from '@/features/content/components/WaysToPay'
import { t } from '@/i18n/messages'

/** How one may pay here. */
export function PaymentLogos() {
  return (
    <section aria-label={t('footer.payments')} className="min-h-10">
      <WaysToPay />
    </section>
  )
}
