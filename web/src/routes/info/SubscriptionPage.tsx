import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '@/api/errors'
import { useAction } from '@/api/useAction'
import { confirmOffers } from '@/features/profile/api/subscriptions'
import { showNotSubscribed, showSubscribed } from '@/features/profile/model/showSubscribed'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { LanternOut } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { Icon } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'

/**
 * Where the link of a mail leads that confirms a wish for offers: a button confirms it, then the promotions follow. Opening
 * the page does nothing, because programs that scan mails open links too.
 */
export function SubscriptionPage() {
  const router = useRouter()
  const client = useQueryClient()
  const { token = '' } = useSearch({ strict: false })
  const [isRefused, setIsRefused] = useState(false)
  const { start, isPending } = useAction({
    run: () => confirmOffers(client, token),
    onDone: (outcome) => {
      showSubscribed(outcome)
      void router.navigate({ to: '/promotions', search: {}, replace: true })
    },
    onError: (error) => {
      showNotSubscribed(error)
      setIsRefused(error instanceof ApiError && error.status === 422)
    },
  })
  if (isRefused) {
    return (
      <div className="content py-6 md:py-10">
        <EmptyState
          level={1}
          drawing={<LanternOut />}
          title={t('unsubscribe.failed_title')}
          text={t('subscription.failed_text')}
          action={
            <ButtonLink to="/promotions" search={{}}>
              {t('promotions.title')}
            </ButtonLink>
          }
        />
      </div>
    )
  }
  return (
    <div className="content py-6 md:py-10">
      <EmptyState
        level={1}
        drawing={<Icon name="mail" size={48} className="text-muted" />}
        title={t('subscription.ask_title')}
        text={t('subscription.ask_text')}
        action={
          <Button size="l" pending={isPending} onPress={() => void start()}>
            {t('subscription.button')}
          </Button>
        }
      />
    </div>
  )
}
