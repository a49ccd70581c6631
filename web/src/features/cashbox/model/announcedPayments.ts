import type { Payment } from '@/api/types'
import { readStored, writeStored } from '@/platform/stored'

/** A cancellation older than this is no news. */
const NEWS_MS = 5 * 60_000
const STORAGE_KEY = 'croupier.told_payments'
const device = () => window.localStorage

/** Payments already told about, with the moment (Unix ms) at which each was. */
type Told = Record<string, number>

/** Whether the end of a payment is news to the player: it came within five minutes and was not told before. */
export function isNews(payment: Payment, nowMs: number, told: Told): boolean {
  if (payment.finished_at === null || payment.id in told) return false
  return nowMs - Date.parse(payment.finished_at) <= NEWS_MS
}

/** Whether the payment is a canceled deposit, which is told even when it ended before the page was loaded. */
export function isCanceledDeposit(payment: Payment): boolean {
  return payment.action === 'deposit' && payment.state === 'canceled'
}

/** `told` with the payment added, without those that would be no news any more. */
export function withAnnounced(told: Told, id: string, nowMs: number): Told {
  const recent = Object.entries(told).filter(([, at]) => nowMs - at <= NEWS_MS)
  return Object.fromEntries([...recent, [id, nowMs]])
}

/** What this page has told, for when storage is refused. */
let toldHere: Told = {}

/** Reads what was told, in this tab or another. Anything unreadable counts as nothing. */
export function readAnnounced(text: string | null = readStored(device, STORAGE_KEY)): Told {
  try {
    const told: unknown = JSON.parse(text ?? '{}')
    return typeof told === 'object' && told !== null ? { ...(told as Told), ...toldHere } : toldHere
  } catch {
    return toldHere
  }
}

/** Remembers over reloads and tabs that the player knows of the payment's end; without storage, in this page. */
export function markAnnounced(id: string, nowMs: number): void {
  toldHere = withAnnounced(readAnnounced(), id, nowMs)
  writeStored(device, STORAGE_KEY, JSON.stringify(toldHere))
}
