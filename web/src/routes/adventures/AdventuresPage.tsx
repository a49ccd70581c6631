import { useQueryClient } from '@tanstack/react-query'
import { reload } from '@/api/realtime'
import { useAction } from '@/api/useAction'
import type { AdventureDay } from '@/api/types'
import { ADVENTURES } from '@/features/adventures/api/adventures'
import { AdventureWidgets } from '@/features/adventures/components/AdventureWidgets'
import { BannerRow } from '@/features/banners/components/BannerRow'
import { activateGift } from '@/features/gifts/api/giftActions'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'

/** The calendar of deposits. */
export function AdventuresPage() {
  return (
    <div className="content space-y-6 py-6 md:space-y-8 md:py-10">
      <AdventureWidgets activate={(gift) => <ActivateButton gift={gift} />} />
      <BannerRow category="adventure" />
    </div>
  )
}

function ActivateButton({ gift: { id, type, title } }: { gift: NonNullable<AdventureDay['gift']> }) {
  const client = useQueryClient()
  const activating = useAction({
    run: (_: void, { idempotencyKey }) => activateGift(client, { type: type === 'bonus' ? 'bonus' : 'freespins', gift: { id } }, idempotencyKey),
    onDone: (stage) => {
      reload(client, [ADVENTURES])
      showToast('successfully', t(stage === 'wait' ? 'gifts.is_waiting' : 'gifts.is_active', { title }), { id: `gift-${id}` })
    },
    onError: toastError,
  })
  return (
    <Button size="s" wide pending={activating.isPending} onPress={() => void activating.start()}>
      {t('gifts.activate')}
      <span className="sr-only"> {title}</span>
    </Button>
  )
}
