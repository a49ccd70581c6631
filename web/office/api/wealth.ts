import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { PLAYERS } from './players'

/** Key of what a player was asked about the source of wealth. */
export const wealthKey = (player: number) => [...PLAYERS, player, 'wealth']

export const wealthQuery = (player: number) =>
  queryOptions({
    queryKey: wealthKey(player),
    queryFn: ({ signal }) => call('GET', '/api/players/{id}/wealth', { path: { id: player }, signal }),
    refetchOnWindowFocus: true,
  })

/** What the player has answered; the log keeps who reads it. */
export function readWealthAnswer(player: number, questionnaire: string) {
  return call('GET', '/api/players/{id}/wealth/{questionnaire}/answer', { path: { id: player, questionnaire } })
}

/** How long the player has, and what the player reads. */
export interface WealthRequest {
  days: number
  note: string
}

export function askWealth(player: number, body: WealthRequest, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/wealth', { path: { id: player }, body, idempotencyKey })
}

export function approveWealth(player: number, questionnaire: string, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/wealth/{questionnaire}/approve', { path: { id: player, questionnaire }, idempotencyKey })
}

export function returnWealth(player: number, questionnaire: string, body: WealthRequest, idempotencyKey: string) {
  return call('POST', '/api/players/{id}/wealth/{questionnaire}/return', { path: { id: player, questionnaire }, body, idempotencyKey })
}
