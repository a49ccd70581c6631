import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { subscribePromos } from '../api/subscriptions'
import { showNotSubscribed, showSubscribed } from '../model/showSubscribed'

/** Subscribes the player to offers by e-mail; a toast tells which of the three ways it went. */
export function SubscribeButton() {
  const client = useQueryClient()
  const { start, isPending } = useAction({
    run: (_: void, { idempotencyKey }) => subscribePromos(client, idempotencyKey),
    onDone: showSubscribed,
    onError: showNotSubscribed,
  })
  return (
    <Button variant="secondary" pending={isPending} onPress={() => void start()}>
      {t('subscribe.button')}
    </Button>
  )
}
