import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toast'
import { subscribePromos } from '../api/subscriptions'

const ID = { id: 'subscription' }

/** Subscribes the player to offers by e-mail; a toast tells which of the three ways it went. */
export function SubscribeButton() {
  const client = useQueryClient()
  const { start, isPending } = useAction({
    run: (_: void, { idempotencyKey }) => subscribePromos(client, idempotencyKey),
    onDone: (outcome) => {
      if (outcome === 'already') showToast('message', t('subscribe.already'), ID)
      else showToast('successfully', t('subscribe.done'), ID)
    },
    onError: () => showToast('warning', t('subscribe.failed'), ID),
  })
  return (
    <Button variant="secondary" pending={isPending} onPress={() => void start()}>
      {t('subscribe.button')}
    </Button>
  )
}
