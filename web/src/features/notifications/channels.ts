import { channel } from '@/api/realtime'
import { serverNow } from '@/platform/serverClock'
import { addNotification, NOTIFICATIONS, removeCampaign } from './api/notifications'
import { arrived, isNotificationFrame, isWithdrawnFrame, type NotificationFrame, type WithdrawnFrame } from './model/frame'

/** What staff tell the player, and what happens in tournaments. Notifications of staff for several players are not sent again, so the list is asked for with each connection. */
export const notificationChannels = [
  channel('personal_notifications', {
    isFrame: (data): data is NotificationFrame | WithdrawnFrame => isNotificationFrame(data) || isWithdrawnFrame(data),
    apply: (client, frame) => (isWithdrawnFrame(frame) ? removeCampaign(client, frame.campaign) : addNotification(client, arrived(frame, serverNow()))),
    afterGap: [NOTIFICATIONS],
    afterConnect: [NOTIFICATIONS],
  }),
  channel('tournament_notifications', {
    isFrame: isNotificationFrame,
    apply: (client, frame) => addNotification(client, arrived(frame, serverNow())),
    afterGap: [NOTIFICATIONS],
  }),
]
