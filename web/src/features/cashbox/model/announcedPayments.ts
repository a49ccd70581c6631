import type { Payment } from '@/api/types'
import { readStored, writeStored } from '@/platform/stored'

/** A cancellation older than this is no news. */
const NEWS_MS = 5 * 60_000
const STORAGE_KEY = 'croupier.announced_payments'
const device = () => window.localStorage

/** Payments whose end was announced, with the moment (Unix ms) of the announcement. */
type Announced = Record<string, number>

/** Whether the end of a payment is news to the player: it came within five minutes and was not announced before. */
export function isNews(payment: Payment, nowMs: number, announced: Announced): boolean {
  if (payment.finished_at === null || payment.id in announced) return false
  return nowMs - Date.parse(payment.finished_at) <= NEWS_MS
}

/** Whether the payment is a canceled deposit, which is announced even when it ended before the page was loaded. */
export function isCanceledDeposit(payment: Payment): boolean {
  return payment.action === 'deposit' && payment.state === 'canceled'
}

/** `announced` with the payment added, without those that would be no news any more. */
export function withAnnounced(announced: Announced, id: string, nowMs: number): Announced {
  const recent = Object.entries(announced).filter(([, at]) => nowMs - at <= NEWS_MS)
  return Object.fromEntries([...recent, [id, nowMs]])
}

/** What this page has announced, for when storage is refused. */
let announcedHere: Announced = {}

/** Reads what was announced, in this tab or another. Anything unreadable counts as nothing. */
export function readAnnounced(text: string | null = readStored(device, STORAGE_KEY)): Announced {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    return typeof stored === 'object' && stored !== null ? { ...(stored as Announced), ...announcedHere } : announcedHere
  } catch {
    return announcedHere
  }
}

/** Remembers over reloads and tabs that the player knows of the payment's end; without storage, in this page. */
export function markAnnounced(id: string, nowMs: number): void {
  announcedHere = withAnnounced(readAnnounced(), id, nowMs)
  writeStored(device, STORAGE_KEY, JSON.stringify(announcedHere))
}
