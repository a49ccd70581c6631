import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { useList, type List } from './lists'
import type { PlayerRow, StopName } from './types'

/** Key of everything about players. */
export const PLAYERS = ['players']

/** The newest players, or those that a search finds. */
export function usePlayers(wanted: string): List<PlayerRow> {
  return useList([...PLAYERS, 'list', wanted], async (after: number | null, signal) => {
    const { players, next } = await call('GET', '/api/players', { query: { query: wanted || null, after }, signal })
    return { rows: players, next }
  })
}

/** The first players that a search finds. */
export const foundPlayersQuery = (wanted: string) =>
  queryOptions({
    queryKey: [...PLAYERS, 'found', wanted],
    queryFn: ({ signal }) => call('GET', '/api/players', { query: { query: wanted }, signal }),
  })

export const playerQuery = (id: number) =>
  queryOptions({ queryKey: [...PLAYERS, id], queryFn: ({ signal }) => call('GET', '/api/players/{id}', { path: { id }, signal }), refetchOnWindowFocus: true })

/** The personal data of a player; the log keeps who has looked, and why. */
export function revealPlayer(id: number, reason: string, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/reveal', { path: { id }, body: { reason }, idempotencyKey })
}

export interface NewStop {
  reason: StopName
  /** RFC 3339; null holds until it is lifted. */
  until: string | null
  why: string
}

export function stopPlayer(id: number, body: NewStop, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/stops', { path: { id }, body, idempotencyKey })
}

export function liftStop(id: number, reason: StopName, why: string, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/stops/lift', { path: { id }, body: { reason, why }, idempotencyKey })
}
