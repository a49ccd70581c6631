import { NOTIFICATIONS_KEY } from '@/api/session/signOut'
import type { NewGift } from '@/api/session/bonuses'
import type { Payment } from '@/api/types'
import { paymentEnding } from '@/i18n/paymentEnding'
import { hasAmounts, hasTexts, isObject } from '@/platform/shapes'
import { readStored, writeStored } from '@/platform/stored'

// What a browser keeps of notifications: news of payments and gifts, which come from frames alone, and which notifications of the
// server were read here. All tabs share it, so what one has read or counted is so in the others.

/** How long news that name no end are shown. */
export const LIFE_MS = 2 * 60 * 60_000

/** The list holds so many; an older one gives way to a newer one. */
export const LIST_MAX = 50

/** No player has more notifications at once. */
const READ_MAX = 100

/** How a payment has ended. */
export interface PaymentNews {
  id: string
  action: Payment['action']
  state: Payment['state']
  /** When it ended, in Unix milliseconds. */
  at: number
  read: boolean
}

/** A gift that was given. */
export interface GiftNews {
  id: string
  type: NewGift['type']
  title: string
  /** When it came, in Unix milliseconds. */
  at: number
  read: boolean
}

/** What is kept for a player. */
export interface Kept {
  player: number
  payments: PaymentNews[]
  gifts: GiftNews[]
  /** Ids of notifications that were read in this browser. */
  read: string[]
}

/** Whether news of that moment are shown at `now` (both Unix milliseconds). */
export function isFresh(at: number, now: number): boolean {
  return now - at < LIFE_MS
}

function isNews(data: unknown): data is PaymentNews {
  return isObject(data) && hasTexts(data, 'id', 'action', 'state') && hasAmounts(data, 'at') && typeof data.read === 'boolean'
}

function isGiftNews(data: unknown): data is GiftNews {
  return isObject(data) && hasTexts(data, 'id', 'type', 'title') && hasAmounts(data, 'at') && typeof data.read === 'boolean'
}

/** Reads what is kept for `player`. What cannot be read, or is another player's, counts as nothing. */
export function keptFor(player: number, text: string | null): Kept {
  const nothing: Kept = { player, payments: [], gifts: [], read: [] }
  try {
    const data: unknown = JSON.parse(text ?? 'null')
    if (!isObject(data) || data.player !== player || !Array.isArray(data.payments) || !Array.isArray(data.read)) return nothing
    // What was kept before there were gifts has none.
    const gifts = Array.isArray(data.gifts) ? data.gifts.filter(isGiftNews) : []
    return { player, payments: data.payments.filter(isNews), gifts, read: data.read.filter((id) => typeof id === 'string') }
  } catch {
    return nothing
  }
}

/** `kept` with the end of a payment, without what is too old; the same when the payment is no news. */
export function withPayment(kept: Kept, payment: Payment, now: number): Kept {
  const { action, state, finished_at } = payment
  const id = `${payment.id}:${state}`
  if (finished_at === null || !paymentEnding(payment) || kept.payments.some((news) => news.id === id)) return kept
  const at = Date.parse(finished_at)
  if (!isFresh(at, now)) return kept
  const fresh = kept.payments.filter((news) => isFresh(news.at, now))
  return { ...kept, payments: [{ id, action, state, at, read: false }, ...fresh].slice(0, LIST_MAX) }
}

/** Groups of gifts that come with a wheel or a chance, which show them themselves. */
const SHOWN_ELSEWHERE = /^((manual_)?wheel|chance)/

/** `kept` with a gift that came at `now`; the same for one that is known, or that is shown elsewhere. */
export function withGift(kept: Kept, { type, gift }: NewGift, now: number): Kept {
  const id = `${type}:${gift.id}`
  if (SHOWN_ELSEWHERE.test(gift.group_key) || kept.gifts.some((news) => news.id === id)) return kept
  const fresh = kept.gifts.filter((news) => isFresh(news.at, now))
  return { ...kept, gifts: [{ id, type, title: gift.title, at: now, read: false }, ...fresh].slice(0, LIST_MAX) }
}

/** `kept` with `ids` of payments, gifts and notifications marked as read. */
export function withRead(kept: Kept, ids: readonly string[]): Kept {
  const isNewsId = (id: string) => [...kept.payments, ...kept.gifts].some((news) => news.id === id)
  const read = new Set([...kept.read, ...ids.filter((id) => !isNewsId(id))])
  const asRead = <News extends { id: string }>(news: News) => (ids.includes(news.id) ? { ...news, read: true } : news)
  return {
    ...kept,
    payments: kept.payments.map(asRead),
    gifts: kept.gifts.map(asRead),
    read: [...read].slice(-READ_MAX),
  }
}

const browser = () => window.localStorage
const listeners = new Set<() => void>()

/** What this page keeps while storage is refused. */
let unstored: string | null = null

/** What is kept, as it is written down. */
export function keptText(): string | null {
  return readStored(browser, NOTIFICATIONS_KEY) ?? unstored
}

/** Changes what is kept for `player`, in all tabs. */
export function change(player: number, step: (kept: Kept) => Kept): void {
  const kept = keptFor(player, keptText())
  const next = step(kept)
  if (next === kept) return
  const text = JSON.stringify(next)
  writeStored(browser, NOTIFICATIONS_KEY, text)
  unstored = readStored(browser, NOTIFICATIONS_KEY) === text ? null : text
  for (const listener of listeners) listener()
}

/** Calls `listener` when what is kept has changed, here or in another tab. Returns how to stop. */
export function onKeptChange(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === NOTIFICATIONS_KEY || key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}
