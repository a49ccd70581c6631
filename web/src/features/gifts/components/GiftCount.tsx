import { cx } from '@/platform/cx'
import { useGifts } from './useGifts'

/** How many gifts the player has at hand; nothing when there are none. The control around it tells readers. */
export function GiftCount({ className }: { className?: string }) {
  const { current } = useGifts()
  if (current.length === 0) return null
  return (
    <span
      aria-hidden="true"
      data-testid="gift-count"
      className={cx('tabular grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-xs leading-none font-semibold text-on-accent', className)}
    >
      {current.length}
    </span>
  )
}
