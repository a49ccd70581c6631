import { t } from '@/i18n/messages'
import { Dialog } from '@/ui/Dialog'
import { NotificationList } from './NotificationList'

/** The list over any page: a sheet on phones. */
export function NotificationsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('notifications.title')} onClose={onClose} size="s">
      <NotificationList level={3} onLeave={onClose} />
    </Dialog>
  )
}
