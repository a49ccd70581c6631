import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import type { CorrectionBody, LimitOnBehalfBody } from './types'

/** The groups that staff changes. */
export const groupChoicesQuery = queryOptions({ queryKey: ['groups'], queryFn: ({ signal }) => call('GET', '/api/groups', { signal }) })

/** The boxes that staff issues. */
export const lootboxKindsQuery = queryOptions({ queryKey: ['lootbox-kinds'], queryFn: ({ signal }) => call('GET', '/api/lootbox-kinds', { signal }) })

export interface GroupChange {
  /** Numbers of groups. */
  add: number[]
  remove: number[]
  reason: string
}

export function changeGroups(player: number, body: GroupChange, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/groups', { path: { id: player }, body, idempotencyKey })
}

export interface PointCorrection {
  /** Above zero gives, below zero takes. */
  points: number
  reason: string
}

export function correctPoints(player: number, body: PointCorrection, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/points', { path: { id: player }, body, idempotencyKey })
}

export interface NewLootbox {
  code: string
  currency: string
  reason: string
}

export function issueLootbox(player: number, body: NewLootbox, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/lootboxes', { path: { id: player }, body, idempotencyKey })
}

export function correctPlayer(player: number, body: CorrectionBody, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/correct', { path: { id: player }, body, idempotencyKey })
}

export function limitPlayer(player: number, body: LimitOnBehalfBody, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/limits', { path: { id: player }, body, idempotencyKey })
}
