import { cx } from '@/platform/cx'
import { counterText } from '../model/entries'
import { useNotifications } from '../model/useNotifications'

/** How many notifications are unread; nothing when all are read. The control around it tells readers. */
export function NotificationCount({ className }: { className?: string }) {
  const { unread } = useNotifications()
  if (unread === 0) return null
  return (
    <span
      aria-hidden="true"
      data-testid="notification-count"
      className={cx('tabular grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-xs leading-none font-semibold text-on-accent', className)}
    >
      {counterText(unread)}
    </span>
  )
}
