import { call } from './client'
import { useList, type List } from './lists'
import type { SharedDevice } from './types'

/** Key of the players who have signed up on one device. */
export const SHARED_DEVICES = ['shared-devices']

/** Pairs of players: those that wait for a decision, or those that were decided about. */
export function useSharedDevices(state: 'waiting' | 'decided'): List<SharedDevice> {
  return useList([...SHARED_DEVICES, state], async (after: string | null, signal) => {
    const { shared, next } = await call('GET', '/api/shared-devices', { query: { state, after }, signal })
    return { rows: shared, next }
  })
}

export interface DeviceDecision {
  same_person: boolean
  /** Whether the later account is marked as one of several. */
  marks: boolean
  /** Whether the later account is stopped. */
  stops: boolean
  reason: string
}

export function decideSharedDevice({ player, other }: SharedDevice, body: DeviceDecision, idempotencyKey: string) {
  return call('POST', '/api/shared-devices/{player}/{other}', { path: { player: player.id, other: other.id }, body, idempotencyKey })
}
