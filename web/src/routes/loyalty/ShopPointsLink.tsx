import { PointsLink } from '@/features/loyalty/components/PointsText'
import { useIsOpen } from '../openPages'

/** The points that the player can spend, as a way to the shop; nothing while the shop is closed to the player. */
export function ShopPointsLink(props: { onClick?: () => void; className?: string }) {
  return useIsOpen('/rocket-mart') ? <PointsLink {...props} /> : null
}
