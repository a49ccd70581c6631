import { call } from './client'
import { useList, type List } from './lists'
import type { Concern } from './types'

/** Key of the players who show markers of harm. */
export const CONCERNS = ['concerns']

/** Players whom somebody should look at, or about whom something was done. */
export function useConcerns(state: 'open' | 'handled'): List<Concern> {
  return useList([...CONCERNS, state], async (after: string | null, signal) => {
    const { concerns, next } = await call('GET', '/api/concerns', { query: { state, after }, signal })
    return { rows: concerns, next }
  })
}

/** Keeps what was done about a player, as long as nobody has done anything since and no other marker was found. */
export function actOnConcern({ player, actions, markers }: Concern, action: Concern['actions'][number]['action'], reason: string, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/concern', {
    path: { id: player.id },
    body: { action, reason, last_action: actions[0]?.id ?? null, markers },
    idempotencyKey,
  })
}
