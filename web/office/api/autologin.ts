import { call } from './client'

/** What is known of a player who is made without a form, and why one is. */
export interface Newcomer {
  email: string
  /** ISO 3166-1. */
  country: string
  currency: string
  locale: string
  /** The tag of the affiliate or partner. */
  stag: string | null
  reason: string
}

/** Makes a player without a form; answers the link that signs in once. */
export function makePlayer(newcomer: Newcomer, idempotencyKey: string) {
  return call('POST', '/api/players', { body: newcomer, idempotencyKey })
}

/** Another link in the place of the one before. */
export function renewLink(player: number, reason: string, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/autologin', { path: { id: player }, body: { reason }, idempotencyKey })
}
