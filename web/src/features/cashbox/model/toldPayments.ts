import type { Payment } from '@/api/types'

/** A cancellation older than this is no news. */
const NEWS_MS = 5 * 60_000
const STORAGE_KEY = 'croupier.told_payments'

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
export function withTold(told: Told, id: string, nowMs: number): Told {
  const recent = Object.entries(told).filter(([, at]) => nowMs - at <= NEWS_MS)
  return Object.fromEntries([...recent, [id, nowMs]])
}

/** Reads what was told, in this tab or another. Anything unreadable counts as nothing. */
export function readTold(storage: Pick<Storage, 'getItem'>): Told {
  try {
    const told: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '{}')
    return typeof told === 'object' && told !== null ? (told as Told) : {}
  } catch {
    return {}
  }
}

/** Remembers over reloads and tabs that the player knows of the payment's end. */
export function markTold(id: string, nowMs: number): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(withTold(readTold(localStorage), id, nowMs)))
  } catch {
    // Storage may be refused; then a reload may tell once more.
  }
}
