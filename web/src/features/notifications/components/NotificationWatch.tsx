import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePlayer } from '@/api/session/player'
import { onNewGift } from '@/api/session/bonuses'
import { onPaymentChange } from '@/api/session/payments'
import type { PlayerNotification } from '@/api/types'
import { groupsOf } from '@/domain/player/groups'
import { serverNow } from '@/platform/serverClock'
import { showToast } from '@/ui/toast'
import { onNotification } from '../api/notifications'
import { giftText, isFor } from '../model/entries'
import { change, withGift, withPayment } from '../model/kept'

/** Keeps news of payments and gifts, and tells of a notification that comes; while a game is open only the counter does. Renders nothing. */
export function NotificationWatch() {
  const player = usePlayer()
  const isInGame = useMatches({
    select: (matches) => matches.some(({ staticData, search }) => staticData.frame === 'game' && 'mode' in search),
  })
  useEffect(() => {
    if (!player) return
    return onPaymentChange((payment) => change(player.id, (kept) => withPayment(kept, payment, serverNow())))
  }, [player])
  useEffect(() => {
    if (!player) return
    return onNewGift((news) => {
      let isNew = false
      change(player.id, (kept) => {
        const next = withGift(kept, news, serverNow())
        isNew = next !== kept
        return next
      })
      if (isNew && !isInGame) showToast('message', giftText({ type: news.type, title: news.gift.title }), { id: `gift-${news.gift.id}` })
    })
  }, [player, isInGame])
  useEffect(() => {
    if (!player || isInGame) return
    const tell = (notification: PlayerNotification) => {
      const isShown = isFor(notification, groupsOf(player)) && Date.parse(notification.expiry) > serverNow()
      if (isShown) showToast('message', notification.title, { id: `notification-${notification.id}` })
    }
    return onNotification(tell)
  }, [player, isInGame])
  return null
}
