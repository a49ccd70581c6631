import { useQuery } from '@tanstack/react-query'
import { publicPaymentMethodsQuery } from '@/api/info/reference'
import { t, type MessageKey } from '@/i18n/messages'
import { methodName } from '@/i18n/paymentMethods'
import { Icon, type IconName } from '@/ui/Icon'
import { TextLink } from '@/ui/Link'
import { PaymentLogo } from '@/ui/PaymentLogo'

const STEPS: { icon: IconName; title: MessageKey; text: MessageKey }[] = [
  { icon: 'arrowDown', title: 'payout.deposit', text: 'payout.deposit_text' },
  { icon: 'play', title: 'payout.play', text: 'payout.play_text' },
  { icon: 'arrowUp', title: 'payout.withdraw', text: 'payout.withdraw_text' },
]

/** How money comes in and goes out, with the ways there are. */
export function PayoutSteps() {
  const methods = useQuery(publicPaymentMethodsQuery).data ?? []
  const brands = [...new Map(methods.map((method) => [method.brand, method])).values()]
  return (
    <section aria-labelledby="payouts">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 id="payouts" className="text-xl font-semibold">
          {t('payout.title')}
        </h2>
        <TextLink to="/payments" className="text-sm font-medium">
          {t('payout.all')}
        </TextLink>
      </div>
      <ol className="mt-4 grid gap-4 md:grid-cols-3">
        {STEPS.map((step, index) => (
          <li key={step.title} className="relative overflow-hidden rounded-l border border-line/70 bg-surface p-6">
            <span aria-hidden="true" className="absolute -top-4 right-3 font-display text-[88px] leading-none font-bold text-line/45">
              {index + 1}
            </span>
            <span className="relative grid size-11 place-items-center rounded-m bg-hover text-info">
              <Icon name={step.icon} size={22} />
            </span>
            <h3 className="relative mt-5 text-lg font-semibold">{t(step.title)}</h3>
            <p className="relative mt-1.5 text-sm text-muted">{t(step.text)}</p>
          </li>
        ))}
      </ol>
      {brands.length > 0 && (
        <ul aria-label={t('footer.payments')} className="mt-4 flex flex-wrap gap-3">
          {brands.map((method) => (
            <li key={method.brand}>
              <PaymentLogo brand={method.brand} title={methodName(method)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
