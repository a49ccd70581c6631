import { SESSION_TIMER_KEY } from '@/api/session/signOut'
import { readStored, writeStored } from '@/platform/stored'

const tab = () => window.sessionStorage

/**
 * Since when the player has been here in this tab, in Unix milliseconds: since `now` unless it is known. It outlives
 * a reload, but neither a sign-out nor another player.
 */
export function sessionStart(playerId: number, now: number): number {
  const [id, start] = (readStored(tab, SESSION_TIMER_KEY) ?? '').split(':').map(Number)
  if (id === playerId && start !== undefined && start > 0 && start <= now) return start
  writeStored(tab, SESSION_TIMER_KEY, `${playerId}:${now}`)
  return now
}

/** `01:10:05`; beyond 99 hours the hours grow. */
export function clockText(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000))
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
