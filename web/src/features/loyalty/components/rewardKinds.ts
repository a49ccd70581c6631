import type { ShopOffer } from '@/api/types'
import type { MessageKey } from '@/i18n/messages'
import type { IconName } from '@/ui/Icon'

/** How each kind of reward is drawn and called. */
export const KINDS: Record<ShopOffer['type'], { icon: IconName; label: MessageKey }> = {
  money: { icon: 'wallet', label: 'shop.money' },
  freespins: { icon: 'sparkle', label: 'shop.freespins' },
  lotteries: { icon: 'ticket', label: 'shop.tickets' },
  lootboxes: { icon: 'gift', label: 'shop.box' },
}
