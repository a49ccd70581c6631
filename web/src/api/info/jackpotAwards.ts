import { queryOptions } from '@tanstack/react-query'
import { PLAYER_SCOPE } from '../keys'
import type { JackpotWin } from '../types'

/** Where frames leave what the player has won, until it was looked at. */
export const AWARDS = [PLAYER_SCOPE, 'jackpot-awards'] as const

/** A jackpot that the player has won. */
export type JackpotAward = Pick<JackpotWin, 'id' | 'jackpot_identifier' | 'jackpot_title' | 'jackpot_level_name' | 'amount_cents' | 'currency' | 'created_at'>

/** What the player has won and not looked at. No call brings it: only frames do. */
export const awardsQuery = queryOptions({
  queryKey: AWARDS,
  queryFn: (): JackpotAward[] => [],
  staleTime: Number.POSITIVE_INFINITY,
  enabled: false,
})

/** The jackpot whose wins the game on the screen shows itself. */
export const JACKPOT_SHOWN_BY_GAME = [PLAYER_SCOPE, 'jackpot-teller'] as const

/** The same as a query. Only the bridge to the game writes it. */
export const jackpotShownByGameQuery = queryOptions({
  queryKey: JACKPOT_SHOWN_BY_GAME,
  queryFn: (): string | null => null,
  staleTime: Number.POSITIVE_INFINITY,
  enabled: false,
})

/** The list without an award that the player has looked at. */
export const withoutAward =
  (seen: string) =>
  (awards: JackpotAward[] = []) =>
    awards.filter(({ id }) => id !== seen)
