import type { QueryClient } from '@tanstack/react-query'
import { unsubscribe } from '@/platform/pushDevice'
import { removeStored } from '@/platform/stored'
import { request } from '../client'
import { PLAYER_SCOPE } from '../keys'
import { playerQuery } from './player'
import { settingsQuery } from './settings'

/** Written on every sign-in and sign-out, so that other tabs notice through the `storage` event. */
export const SESSION_MARK_KEY = 'croupier.session'

/** Where this tab keeps since when the player has been here. */
export const SESSION_TIMER_KEY = 'session_timer'

/** Where this browser keeps news of payments, and which notifications its player has read. */
export const NOTIFICATIONS_KEY = 'croupier.notifications'

/** Ends the session on the server and forgets everything about the player. */
export async function signOut(client: QueryClient): Promise<void> {
  await request('DELETE', '/api/users/sign_out')
  // Whoever has the device next is told nothing. A browser that cannot is no reason to stay signed in.
  void unsubscribe().catch(() => undefined)
  forgetPlayer(client)
  markSessionChange('out')
}

/** Back to a guest: the player's answers leave the cache, settings are asked anew. */
export function forgetPlayer(client: QueryClient): void {
  removeStored(() => window.sessionStorage, SESSION_TIMER_KEY)
  removeStored(() => window.localStorage, NOTIFICATIONS_KEY)
  dropAnswers(client)
  client.setQueryData(playerQuery.queryKey, null)
  void client.invalidateQueries({ queryKey: settingsQuery.queryKey })
}

/** Drops what is known of the player, and the answers that are still under way: they may be another player's. */
export function dropAnswers(client: QueryClient): void {
  void client.cancelQueries({ queryKey: playerQuery.queryKey })
  void client.cancelQueries({ queryKey: [PLAYER_SCOPE] })
  void client.cancelQueries({ queryKey: settingsQuery.queryKey })
  client.removeQueries({ queryKey: [PLAYER_SCOPE] })
}

/** Tells this browser's other tabs that someone signed in or out here. */
export function markSessionChange(change: 'in' | 'out'): void {
  try {
    localStorage.setItem(SESSION_MARK_KEY, `${change}:${Date.now()}`)
  } catch {
    // Storage may be refused (private mode); then other tabs learn it from their next call.
  }
}

/** When someone last signed in or out in this browser, in milliseconds since 1970; 0 when that is unknown. */
export function sessionChangedAt(): number {
  try {
    return Number(localStorage.getItem(SESSION_MARK_KEY)?.split(':')[1] ?? 0)
  } catch {
    return 0
  }
}
