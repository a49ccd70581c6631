import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAction } from '@/api/useAction'
import { errorText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { FailedState } from '@/ui/FailedState'
import { Skeleton } from '@/ui/Skeleton'
import { Switch } from '@/ui/Switch'
import { toastError } from '@/ui/toastError'
import { saveSubscriptions, subscriptionsQuery, type Subscriptions } from '../api/subscriptions'

/** What the player wants to be sent: two switches that count at once. */
export function SubscriptionsCard() {
  const { data, error, refetch } = useQuery(subscriptionsQuery)
  return (
    <section aria-labelledby="subscriptions-title" className="rounded-l border border-line bg-surface p-5 md:p-7">
      <h2 id="subscriptions-title" className="text-xl font-semibold">
        {t('subscribe.title')}
      </h2>
      <p className="mt-1 mb-4 text-sm text-soft">{t('subscribe.text')}</p>
      {data ? (
        <Switches chosen={data} />
      ) : error ? (
        <FailedState level={3} title={errorText(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </section>
  )
}

function Switches({ chosen }: { chosen: Subscriptions }) {
  const client = useQueryClient()
  const { start, isPending } = useAction({
    run: (wanted: Subscriptions, { idempotencyKey }) => saveSubscriptions(client, wanted, idempotencyKey),
    onError: toastError,
  })
  return (
    <div className="divide-y divide-line">
      <Switch isSelected={chosen.receive_promos} isDisabled={isPending} onChange={(on) => void start({ ...chosen, receive_promos: on })}>
        {t('subscribe.by_email')}
      </Switch>
      <Switch isSelected={chosen.receive_sms_promos} isDisabled={isPending} onChange={(on) => void start({ ...chosen, receive_sms_promos: on })}>
        {t('subscribe.by_sms')}
      </Switch>
    </div>
  )
}
