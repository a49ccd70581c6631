import type { PlayerNotification } from '@/api/types'
import { t } from '@/i18n/messages'
import { paymentEnding } from '@/i18n/paymentEnding'
import { GROUP } from '@/domain/player/groups'
import { isIconName, type IconName } from '@/ui/Icon'
import { isFresh, LIST_MAX, type GiftNews, type Kept, type PaymentNews } from './kept'

/** One line of the list. */
export interface Entry {
  id: string
  kind: 'personal' | 'successfully' | 'warning' | 'reject'
  icon: IconName
  title: string
  text?: string
  /** RFC 3339. */
  at: string
  isUnread: boolean
  /** It was not read before on any device, as far as the server knows. */
  isUnsent: boolean
  button?: { title: string; path: string }
}

/** Whether a member of `groups` is among the readers. What testers see, testers of notifications see as well. */
export function isFor(notification: Pick<PlayerNotification, 'groups'>, groups: readonly number[]): boolean {
  const addressed = notification.groups
  if (addressed.length === 0 || addressed.some((group) => groups.includes(group))) return true
  return addressed.includes(GROUP.tester) && groups.includes(GROUP.notificationTester)
}

/** Whether `path` is an address of this site: `//host` and `/\host` are addresses of another one. */
function isSitePath(path: string): boolean {
  return /^\/(?![/\\])/.test(path)
}

function entryOf(notification: PlayerNotification, kept: Kept): Entry {
  const { id, title, text, content, created_at, read } = notification
  const { icon, button } = content
  return {
    id,
    kind: 'personal',
    icon: isIconName(icon) ? icon : 'bell',
    title,
    text,
    at: created_at,
    isUnread: !read && !kept.read.includes(id),
    isUnsent: !read,
    ...(button && isSitePath(button.path) && { button: { title: button.title, path: button.path } }),
  }
}

function entryOfPayment(news: PaymentNews): Entry[] {
  const ending = paymentEnding(news)
  if (!ending) return []
  return [
    {
      id: news.id,
      kind: ending.kind,
      icon: news.action === 'deposit' ? 'card' : 'wallet',
      title: t(ending.text),
      at: new Date(news.at).toISOString(),
      isUnread: !news.read,
      isUnsent: false,
      button: { title: t('notifications.to_cashier'), path: '/dashboard' },
    },
  ]
}

function entryOfGift(news: GiftNews): Entry {
  return {
    id: news.id,
    kind: 'personal',
    icon: news.type === 'bonus' ? 'gift' : 'sparkle',
    title: giftText(news),
    at: new Date(news.at).toISOString(),
    isUnread: !news.read,
    isUnsent: false,
    button: { title: t('gifts.to_gifts'), path: '/profile/gifts' },
  }
}

/** What is told of a gift that came. */
export function giftText({ type, title }: Pick<GiftNews, 'type' | 'title'>): string {
  return t(type === 'bonus' ? 'gifts.new_bonus' : 'gifts.new_spins', { title })
}

function byAge(a: Entry, b: Entry): number {
  return Date.parse(b.at) - Date.parse(a.at)
}

/** Unread ones first, then the newest. */
export function byNews(a: Entry, b: Entry): number {
  return Number(b.isUnread) - Number(a.isUnread) || byAge(a, b)
}

/** What a member of `groups` reads at `now` (Unix milliseconds): the newest of all kinds together. */
export function entriesOf(notifications: readonly PlayerNotification[], kept: Kept, groups: readonly number[], now: number): Entry[] {
  const readable = notifications.filter((notification) => isFor(notification, groups) && Date.parse(notification.expiry) > now)
  const payments = kept.payments.filter(({ at }) => isFresh(at, now))
  const gifts = kept.gifts.filter(({ at }) => isFresh(at, now))
  const entries = [...readable.map((notification) => entryOf(notification, kept)), ...payments.flatMap(entryOfPayment), ...gifts.map(entryOfGift)]
  return entries.sort(byAge).slice(0, LIST_MAX).sort(byNews)
}

const COUNTED_MAX = 8

/** How many there are, in two characters at most. */
export function counterText(count: number): string {
  return count > COUNTED_MAX ? `${COUNTED_MAX + 1}+` : String(count)
}
